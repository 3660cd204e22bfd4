import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Ledger, type WrittenLedger, withSections } from './clause-ledger.ts'
import { VARIANTS } from './literal-types.ts'
import type { Preflight } from './preflight.ts'
import type { Probes } from './probe.ts'
import type { Rule, RuleDefinition, Variant } from './rule.ts'
import type { Surface } from './surface.ts'

/** The folder with `suites/`: the checkout, or `dist/` of the package. */
export const home = resolve(dirname(import.meta.filename), '../..')
const isPackage = !existsSync(join(home, 'src/core/catalog.ts'))
export const extension = isPackage ? '.js' : '.ts'

export interface Catalog {
  readonly variant: Variant
  readonly rules: readonly Rule[]
  readonly reference: Ledger
  readonly preflight: Preflight
  readonly surface: Surface
  /** Ids of rules, each once per case: the order of a run that cannot send everything, the most revealing case first. */
  readonly caseOrder: readonly string[]
}

/** Loads all rules of a variant from disk: `suites/a/auth/bearer-accepted.ts` is `a.auth.bearer-accepted`. */
export async function loadCatalog(variant: Variant): Promise<Catalog> {
  const [{ reference }, { preflight }, { surface }, { caseOrder }, rules] = await Promise.all([
    load<{ reference: WrittenLedger }>(variant, 'reference'),
    load<{ preflight: Preflight }>(variant, 'preflight'),
    load<{ surface: Surface }>(variant, 'api'),
    load<{ caseOrder: readonly string[] }>(variant, 'case-order'),
    loadRules(variant),
  ])
  return { variant, rules, reference: withSections(reference), preflight, surface, caseOrder }
}

/** The rules of both variants. */
export const allRules = async (): Promise<Rule[]> =>
  (await Promise.all(VARIANTS.map(loadCatalog))).flatMap(({ rules }) => rules)

/** Loads the probes that `doctor` sends to a variant. */
export const loadProbes = (variant: Variant): Promise<Probes> => load(variant, 'probes')

/** Lists the rule files of a variant without extension, such as `auth/bearer-accepted`. */
export async function ruleFiles(variant: Variant): Promise<string[]> {
  const folders = await readdir(join(home, 'suites', variant), { withFileTypes: true })
  const names = folders
    .filter((entry) => entry.isDirectory() && entry.name !== 'support')
    .map(({ name }) => filesIn(variant, name))
  return (await Promise.all(names)).flat().sort()
}

async function filesIn(variant: Variant, folder: string): Promise<string[]> {
  const files = await readdir(join(home, 'suites', variant, folder))
  return files
    .filter((file) => file.endsWith(extension) && !file.includes('.test.') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.slice(0, -extension.length)}`)
}

export const ruleId = (variant: Variant, name: string): string => `${variant}.${name.replaceAll('/', '.')}`

/** The ids of all rules of these variants, without loading them. */
export async function ruleIds(variants: readonly Variant[] = VARIANTS): Promise<string[]> {
  const idsOf = async (variant: Variant) => (await ruleFiles(variant)).map((name) => ruleId(variant, name))
  return (await Promise.all(variants.map(idsOf))).flat()
}

/** Absolute path of the file that defines a rule. */
export const ruleFile = (id: string): string => `${join(home, 'suites', ...id.split('.'))}${extension}`

async function loadRules(variant: Variant): Promise<Rule[]> {
  const one = async (name: string) => [name, (await load<{ default: RuleDefinition }>(variant, name)).default] as const
  // The package has all of them in one file, too, which loads in less time.
  const all = isPackage
    ? Object.entries((await load<{ default: Record<string, RuleDefinition> }>(variant, 'rules')).default)
    : await Promise.all((await ruleFiles(variant)).map(one))
  return all.map(([name, rule]) => ({ ...rule, id: ruleId(variant, name), variant }))
}

function load<Module>(variant: Variant, name: string): Promise<Module> {
  return import(pathToFileURL(join(home, 'suites', variant, name + extension)).href)
}

/** The sections of the reference that a rule tests, for example `5, 7`. */
export function sectionOf(clauses: readonly string[], reference: Ledger): string {
  return [...new Set(clauses.map((id) => reference[id]?.section ?? id))].join(', ')
}

/** Catalogue revision. It increases with every added rule, so that a pipeline can pin an earlier one. */
export const REVISION = 4

/** The catalogue at a revision, without later rules and without dependencies on them. */
export function atRevision(catalog: Catalog, revision: number): Catalog {
  const rules = catalog.rules.filter(({ since = 1 }) => since <= revision)
  const ids = new Set(rules.map(({ id }) => id))
  return { ...catalog, rules: rules.map((rule) => ({ ...rule, after: rule.after?.filter((id) => ids.has(id)) })) }
}

/** Whether an id matches one of the patterns, in which `*` matches any characters. No patterns match every id. */
export function matchesPatterns(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => toRegExp(pattern).test(id))
}

function toRegExp(pattern: string): RegExp {
  // RegExp.escape needs Node 24.
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
