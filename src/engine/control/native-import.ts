type Import = (url: string) => Promise<Record<string, unknown>>

/** Vite rewrites every `import()` in the modules it loads, except in `data:` URLs. */
const NATIVE = 'data:text/javascript,export default (url) => import(url)'

/** Import with node's own loader, so that a control module behaves the same under the command and under vitest. */
export async function nativeImport(url: string): Promise<Record<string, unknown>> {
  const { default: load } = (await import(/* @vite-ignore */ NATIVE)) as { default: Import }
  return load(url)
}
