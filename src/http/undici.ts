import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const require = createRequire(import.meta.url)

// All of undici takes 60 ms more to load, in the thread of each variant, before the first request.
export const Pool: typeof Undici.Pool = partOf('Pool', 'dispatcher/pool.js')
export type Pool = Undici.Pool
export const Client: typeof Undici.Client = partOf('Client', 'dispatcher/client.js')
export const errors: typeof Undici.errors = partOf('errors', 'core/errors.js')

/** From the file that it stands in; where another version has moved it, from the whole. */
function partOf<Name extends keyof typeof Undici>(name: Name, file: string): (typeof Undici)[Name] {
  try {
    return require(`undici/lib/${file}`)
  } catch {
    return require('undici')[name]
  }
}
