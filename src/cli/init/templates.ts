import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { DESCRIPTIONS } from '../../config/variables.ts'
import { COMMAND, root } from '../../core/package.ts'
import { UsageError } from '../../core/usage-error.ts'

export interface Pipeline {
  /** In fixtures/ci, where it is tested. */
  readonly source: string
  readonly path: string
  /** What is left to do. */
  readonly next: string
  readonly mode?: number
}

/** Pipelines that `init --ci` writes. */
export const PIPELINES = {
  github: {
    source: 'github.yml',
    path: '.github/workflows/conformance.yml',
    next: 'add the base URL as a variable of the repository, and the keys as secrets',
  },
  gitlab: {
    source: 'gitlab-ci.yml',
    path: '.gitlab/conformance.yml',
    next: 'add `include: { local: .gitlab/conformance.yml }` to .gitlab-ci.yml, and the settings as masked variables',
  },
  jenkins: {
    source: 'Jenkinsfile',
    path: 'Jenkinsfile.conformance',
    next: 'name it as the script path of a pipeline, and add the settings as credentials',
  },
  shell: {
    source: 'conformance.sh',
    path: 'conformance.sh',
    next: 'run it from any pipeline that has the settings in its environment',
    mode: 0o755,
  },
} as const satisfies Record<string, Pipeline>

export type PipelineName = keyof typeof PIPELINES
export const PIPELINE_NAMES = Object.keys(PIPELINES)

const fixture = (path: string): string => readFileSync(join(root, 'fixtures', path), 'utf8')

export const pipelineText = (name: PipelineName): string => fixture(`ci/${PIPELINES[name].source}`)

/** A control module to fill in. */
export const controlModule = (): string => fixture('init/control.mts').replace('npx tenant-api-conformance', COMMAND)

const HEADER = `# Settings of tenant-conformance. Remove the # from the lines that you fill in. Rules without their settings are skipped, and
# the report says what they need. Environment variables override this file. Keep it out of version control: it holds keys.
# A key is <prefix>_<16 hex>_<64 hex>; \`${COMMAND} init --control\` writes a control module.
`

const SECTIONS = [
  ['Variant A: users', 'TENANT_A_'],
  ['Variant B: projects, datasets, nodes, rows', 'TENANT_B_'],
  ['Both variants', 'TENANT_'],
] as const

/** A `.env` with every setting, described; those that are given are set. */
export function envFile(given: Readonly<Record<string, string>> = {}): string {
  const sections = Map.groupBy(DESCRIPTIONS, ({ name }) => SECTIONS.find(([, prefix]) => name.startsWith(prefix))![0])
  const texts = [...sections].map(([title, settings]) => {
    const lines = settings.map(({ name, description, example }) => {
      const value = given[name]
      const line = value === undefined ? `#${name}=${example}` : `${name}=${quoted(name, value)}`
      return `# ${description.replaceAll('`', '')}\n${line}\n`
    })
    return `\n# ---- ${title} ----\n\n${lines.join('')}`
  })
  return HEADER + texts.join('')
}

/** Quoted such that dotenv reads the same value: a prefix may contain any printable character. */
function quoted(name: string, value: string): string {
  const ways = [value, `'${value}'`, `"${value}"`, `\`${value}\``]
  const way = ways.find((text) => parse(`A=${text}`).A === value)
  if (way === undefined)
    throw new UsageError(`${name}: its quotes cannot be written to .env; set it in the environment`)
  return way
}
