import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Control } from '../../core/control-module.ts'
import { root, suite } from '../../core/package.ts'
import type { ControlSetting } from '../../core/settings.ts'
import { type ControlSource, problemOf } from './control-source.ts'
import { textOf } from './error-message.ts'

/** Load a control module, or start a control program. Throws an Error with a one-line reason, without the name of the setting. */
export async function loadControlModule(setting: ControlSetting): Promise<ControlSource> {
  const { file, variables } = setting
  if (!existsSync(file)) throw new Error(`no such file: ${file}`)
  // Loaded on demand: it needs zod.
  if (!/\.[cm]?[jt]sx?$/.test(file)) return (await import('./control-program.ts')).startControlProgram(setting)
  resolveOwnPackage()
  for (const [name, value] of Object.entries(variables)) process.env[name] = value
  const exports = await nativeImport(pathToFileURL(file).href).catch((error) => {
    throw new Error(`cannot be loaded: ${oneLine(error)}`)
  })
  if (exports.default === undefined) throw new Error('has no default export; export default defineControl({ ... })')
  const problem = problemOf(exports.default)
  if (problem) throw new Error(`its default export ${problem}`)
  return { module: exports.default as Control }
}

const oneLine = (error: unknown): string => textOf(error).split('\n', 1)[0]!.slice(0, 300)

type Import = (url: string) => Promise<Record<string, unknown>>

/** Vite rewrites every `import()` in the modules it loads, except in `data:` URLs. */
const NATIVE = 'data:text/javascript,export default (url) => import(url)'

/** Import with node's own loader, so that a control module behaves the same under the command and under vitest. */
async function nativeImport(url: string): Promise<Record<string, unknown>> {
  const { default: load } = (await import(/* @vite-ignore */ NATIVE)) as { default: Import }
  return load(url)
}

let done = false

/** Let control modules import this package by name even if it is not installed next to them (npx). */
function resolveOwnPackage(): void {
  if (done) return
  done = true
  const url = pathToFileURL(join(root, 'src/index.js')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === suite.name ? { url, shortCircuit: true } : next(specifier, context),
  })
}
