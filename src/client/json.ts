export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json }
