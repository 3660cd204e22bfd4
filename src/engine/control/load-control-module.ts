import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Control } from '../../core/control-module.ts'
import { namesOf } from '../../core/control-names.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import type { Variant } from '../../core/rule.ts'
import type { ControlSetting } from '../../core/settings.ts'
import type { ControlSource } from './control-source.ts'
import { textOf } from './error-message.ts'
import { keepPrototypes } from './keep-prototypes.ts'
import { nativeImport } from './native-import.ts'
import { resolveOwnPackage } from './resolve-own-package.ts'

/** Load a control module. Throws an Error with a one-line reason, without the name of the setting. */
export async function loadControlModule({ file, variables }: ControlSetting): Promise<ControlSource> {
  if (!existsSync(file)) throw new Error(`no such file: ${file}`)
  resolveOwnPackage()
  for (const [name, value] of Object.entries(variables)) process.env[name] = value
  const exports = await keepPrototypes(() => nativeImport(pathToFileURL(file).href)).catch((error) => {
    throw new Error(`cannot be loaded: ${oneLine(error)}`)
  })
  if (exports.default === undefined) throw new Error('has no default export; export default defineControl({ ... })')
  const problem = problemOf(exports.default)
  if (problem) throw new Error(`its default export ${problem}`)
  return { module: exports.default as Control }
}

const SIDES: readonly Variant[] = ['a', 'b']

/** What is wrong with a value that should be a `Control`; undefined if nothing is. */
export function problemOf(control: unknown): string | undefined {
  try {
    return problemOfAny(control)
  } catch {
    return 'throws when it is inspected'
  }
}

function problemOfAny(control: unknown): string | undefined {
  if (!isObject(control)) return 'is not an object; write defineControl({ a: { ... }, b: { ... } })'
  for (const [side, functions] of Object.entries(control)) {
    if (!SIDES.includes(side as Variant)) return `has ${JSON.stringify(side)}; only a and b are allowed`
    if (functions === undefined) continue
    if (!isObject(functions)) return `has ${side}, but it is not an object`
    const problem = problemIn(functions, side as Variant)
    if (problem) return problem
  }
  return SIDES.some((side) => side in control) ? undefined : 'has neither a nor b'
}

function problemIn(functions: object, variant: Variant): string | undefined {
  const known = namesOf(variant)
  for (const [name, value] of Object.entries(functions)) {
    if (!(known as string[]).includes(name))
      return `has ${variant}.${name}, which is not a function of variant ${variant.toUpperCase()}${didYouMean(name, known)}`
    if (value !== undefined && typeof value !== 'function') return `has ${variant}.${name}, but it is not a function`
  }
  return undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const oneLine = (error: unknown): string => textOf(error).split('\n', 1)[0]!.slice(0, 300)
