import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../core/package.ts'

interface Pipeline {
  /** In fixtures/ci, where each is tried. */
  readonly source: string
  /** Where it is written. */
  readonly file: string
  /** What is left to do. */
  readonly next: string
  readonly mode?: number
}

/** Pipelines that `init --ci` can write, by the name of the system. */
export const CI = {
  github: {
    source: 'github.yml',
    file: '.github/workflows/conformance.yml',
    next: 'give the base URL as a variable of the repository, the keys as secrets',
  },
  gitlab: {
    source: 'gitlab-ci.yml',
    file: '.gitlab/conformance.yml',
    next: 'add `include: { local: .gitlab/conformance.yml }` to .gitlab-ci.yml, and the settings as masked variables',
  },
  jenkins: {
    source: 'Jenkinsfile',
    file: 'Jenkinsfile.conformance',
    next: 'name it as the script path of a pipeline, and give the settings as credentials',
  },
  shell: {
    source: 'conformance.sh',
    file: 'conformance.sh',
    next: 'run it from any pipeline that has the settings in its environment',
    mode: 0o755,
  },
} as const satisfies Record<string, Pipeline>

export type CiName = keyof typeof CI

export const pipelineText = (name: CiName): string => readFileSync(join(root, 'fixtures/ci', CI[name].source), 'utf8')
