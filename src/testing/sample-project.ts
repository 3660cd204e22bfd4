import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Ran } from './package.ts'

const checkout = resolve(import.meta.dirname, '../..')
/** The Node of this test before any other, and what the checkout installs, pnpm for one. */
const PATH = [dirname(process.execPath), join(checkout, 'node_modules/.bin'), process.env.PATH].join(':')

/** A project of somebody who never saw the checkout, in a folder far from it. */
export interface Project {
  readonly cwd: string
  write(files: Readonly<Record<string, string>>): void
  /** A folder of the checkout. */
  copy(folder: string, to: string): void
  /** Runs a command of this very machine, with its settings for registries and caches. */
  sh(command: string): Promise<Ran>
  remove(): void
}

export function openSampleProject(files: Readonly<Record<string, string>>): Project {
  const cwd = mkdtempSync(join(tmpdir(), 'tenant-project-'))
  const project: Project = {
    cwd,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(cwd, name)), { recursive: true })
        writeFileSync(join(cwd, name), text)
      }
    },
    copy: (folder, to) => cpSync(join(checkout, folder), join(cwd, to), { recursive: true }),
    sh: (command) =>
      new Promise((done) => {
        const options = { cwd, env: { ...withoutOurs(), PATH }, maxBuffer: 64 * 1024 * 1024 }
        execFile('bash', ['-c', command], options, (error, stdout, stderr) =>
          done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
        )
      }),
    remove: () => rmSync(cwd, { recursive: true }),
  }
  project.write(files)
  return project
}

/** What this test run itself set. */
function withoutOurs(): NodeJS.ProcessEnv {
  const ours = /^(TENANT_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|npm_(lifecycle|package|command|config_local_prefix))/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}
