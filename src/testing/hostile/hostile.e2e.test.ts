import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deployment, deploy } from '../../proof/selfcheck/deployment.ts'
import { HOSTILE } from './all.ts'
import { attack } from './attack.ts'
import { certify } from './certify.ts'
import { problemsOf } from './check.ts'

/** Some of each kind; `npm run hostile` tries all of them, by the command. */
const SAMPLE = [
  ...['half a header', 'closes in the body', 'closes after each response, without a word', 'empty bodies', 'HTTP/0.9'],
  ...['status 100 for ever', 'status 0', 'headers without end', 'two responses to each request', '204 with a body'],
  ...['chunks without end', 'zeros, gzipped twice', 'a page of a million records', '5 million empty objects'],
  ...['invalid UTF-8', 'fields twice, spelled otherwise', 'total 1e400', 'depth 100,000 of objects'],
  ...['__proto__ and constructor', 'columns named __proto__', 'responses of another request'],
  ...['Retry-After of a date in a year', 'a redirect to another origin', 'the same in headers and reason'],
]
const named = (names: readonly string[]) => names.map((name) => HOSTILE.find((one) => one.name === name)!)

describe('a hostile deployment', { timeout: 120_000 }, () => {
  let legal: Deployment
  beforeAll(async () => {
    legal = await deploy()
  })
  afterAll(() => legal.close())

  test.each(named(SAMPLE))('$name', async (hostile) => {
    const { report, stdout, paths } = await certify(hostile, legal)
    expect(report.targets[0]!.verdict).toBe(hostile.verdict)
    expect(stdout).toMatch(hostile.says)
    expect(stdout).not.toMatch(/the suite itself failed/)
    expect(paths.every((path) => path.startsWith('/a/api/public/v1/') || path.startsWith('/b/api/public/v1/'))).toBe(
      true,
    )
  })
})

test.each(named(['the same in the error of each 401', 'TLS: expired', 'TLS: signed by itself']))(
  'by the command: $name',
  { timeout: 180_000 },
  async (hostile) => {
    const problems = await problemsOf(hostile, await attack(hostile))
    // How long it takes, and how much memory, depends on what else the machine does.
    expect(problems.filter((problem) => !/^\d+ (s|MB)$/.test(problem))).toEqual([])
  },
)

test('names are unique, and there are many', () => {
  expect(new Set(HOSTILE.map(({ name }) => name)).size).toBe(HOSTILE.length)
  expect(HOSTILE.length).toBeGreaterThan(100)
})
