import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, suite } from '../../core/package.ts'

let done = false

/** Let control modules import this package by name even if it is not installed next to them (npx). */
export function resolveOwnPackage(): void {
  if (done) return
  done = true
  const url = pathToFileURL(join(root, 'src/index.js')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === suite.name ? { url, shortCircuit: true } : next(specifier, context),
  })
}
