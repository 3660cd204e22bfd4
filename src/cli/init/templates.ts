import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parse } from 'dotenv'
import { DESCRIPTIONS } from '../../config/setting-variables.ts'
import { COMMAND, root } from '../../core/package.ts'
import { UsageError } from '../../core/usage-error.ts'
import { neededBy, type RulesBySetting, rulesThatNeed } from './rules-by-setting.ts'

export interface Pipeline {
  /** Paths in fixtures/ci, where they are tested, and in the user's repository. Scripts run with `sh`. */
  readonly files: readonly (readonly [source: string, path: string])[]
  /** What is left to do. */
  readonly next: string
}

const SCRIPT = 'conformance.sh'
const VARIABLES = 'CONFORMANCE_URL, CONFORMANCE_SHA256 and the settings'

/** Pipelines that `init --ci` writes. None needs Node.js. */
export const PIPELINES = {
  github: {
    files: [
      ['github.yml', '.github/workflows/conformance.yml'],
      ['action.yml', '.github/actions/conformance/action.yml'],
      [SCRIPT, `.github/actions/conformance/${SCRIPT}`],
    ],
    next: `add ${VARIABLES} as variables of the repository, and the keys as secrets`,
  },
  gitlab: {
    files: [
      ['gitlab.yml', '.gitlab/conformance.yml'],
      [SCRIPT, `.gitlab/${SCRIPT}`],
    ],
    next: 'include .gitlab/conformance.yml with its inputs url and sha256, and add the settings as masked variables',
  },
  jenkins: {
    files: [
      ['Jenkinsfile', 'Jenkinsfile.conformance'],
      [SCRIPT, SCRIPT],
    ],
    next: `name Jenkinsfile.conformance as the script path of a pipeline, and fill in ${VARIABLES}`,
  },
  kubernetes: {
    files: ['job', 'cronjob', 'fleet', 'shards'].map(
      (name) => [`kubernetes/${name}.yml`, `conformance-${name}.yml`] as const,
    ),
    next: 'fill in the image, create the secret that the first lines of the file name, and apply it',
  },
  shell: {
    files: [[SCRIPT, SCRIPT]],
    next: `run it from any pipeline that has ${VARIABLES} in its environment`,
  },
} as const satisfies Record<string, Pipeline>

export type PipelineName = keyof typeof PIPELINES
export const PIPELINE_NAMES = Object.keys(PIPELINES)

const fixture = (path: string): string => readFileSync(join(root, 'fixtures', path), 'utf8')

export const pipelineFile = (source: string): string => fixture(`ci/${source}`)

/** Control modules and programs to fill in, by the extension of the file. */
export const CONTROL_EXTENSIONS = ['.ts', '.mts', '.py', '.go', '.sh'] as const

/** A control module or program to fill in. */
export function controlModule(file = 'control.mts'): string {
  const extension = extname(file).replace(/^\.ts$/, '.mts')
  const text = fixture(`init/control${extension}`)
  return text.replace('npx tenant-api-conformance', COMMAND).replace('THIS-FILE', basename(file))
}

const HEADER = `# Settings of tenant-conformance. Remove the # from the lines that you fill in. Rules without their settings are skipped, and
# the report says what they need. Environment variables override this file. Keep it out of version control: it holds keys.
# A key is <prefix>_<16 hex>_<64 hex>; \`${COMMAND} init --control\` writes a control module.
`

const SECTIONS = [
  ['Variant A: users', 'TENANT_A_'],
  ['Variant B: projects, datasets, nodes, rows', 'TENANT_B_'],
  ['Both variants', 'TENANT_'],
] as const

/** A `.env` with every setting, described with the number of rules that need it; those that are given are set. */
export function envFile(given: Readonly<Record<string, string>> = {}, needed: RulesBySetting = new Map()): string {
  const sections = Map.groupBy(
    byRules(needed),
    ({ name }) => SECTIONS.find(([, prefix]) => name.startsWith(prefix))![0],
  )
  const texts = [...sections].map(([title, settings]) => {
    const lines = settings.map(({ name, description, example }) => {
      const value = given[name]
      const line = value === undefined ? `#${name}=${example}` : `${name}=${quoted(name, value)}`
      return `# ${description.replaceAll('`', '')}${neededBy(name, needed)}\n${line}\n`
    })
    return `\n# ---- ${title} ----\n\n${lines.join('')}`
  })
  return HEADER + texts.join('')
}

/** Base URL and active key first, then by the number of rules that need a setting. */
export function byRules(needed: RulesBySetting): typeof DESCRIPTIONS {
  const rank = ({ name }: { readonly name: string }) =>
    /_BASE_URL$|^TENANT_[AB]_KEY$/.test(name) ? Number.POSITIVE_INFINITY : rulesThatNeed(name, needed)
  // Infinity - Infinity is NaN, which sorts as equal.
  return DESCRIPTIONS.toSorted((one, other) => rank(other) - rank(one) || 0)
}

/** Quoted such that dotenv reads the same value: a prefix may contain any printable character. */
function quoted(name: string, value: string): string {
  const ways = [value, `'${value}'`, `"${value}"`, `\`${value}\``]
  const way = ways.find((text) => parse(`A=${text}`).A === value)
  if (way === undefined)
    throw new UsageError(`${name}: its quotes cannot be written to .env; set it in the environment`)
  return way
}
