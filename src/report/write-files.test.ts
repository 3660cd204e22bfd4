import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../core/json.ts'
import { type Report, STATUSES } from '../core/results.ts'
import { UsageError } from '../core/usage-error.ts'
import { newFolder } from '../testing/new-folder.ts'
import { everyStatus, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderJunit } from './junit.ts'
import { prepareOut } from './prepare-out.ts'
import { renderJson, writeFiles } from './write-files.ts'

const schema = JSON.parse(readFileSync(new URL('../../fixtures/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

function expectValid(report: Report): void {
  validate(JSON.parse(renderJson(report)))
  expect(validate.errors).toBeNull()
}

describe('report.json', () => {
  test('is as its schema says', () => {
    expectValid(sampleReport([everyStatus('a'), everyStatus('b')]))
    expectValid(sampleReport([sampleTarget('a', [], 'cannot be reached')], { crash: 'oops', interrupted: true }))
    const statuses = fc.array(fc.constantFrom(...STATUSES))
    fc.assert(
      fc.property(statuses, (some) => {
        expectValid(
          sampleReport([
            sampleTarget(
              'a',
              some.map((status, i) => sampleRule(`a.sample.r${i}`, status)),
            ),
          ]),
        )
      }),
    )
  })

  test('the schema refuses what is not a report', () => {
    const report = JSON.parse(renderJson(sampleReport([everyStatus('a')])))
    for (const spoil of [
      (r: Report) => Object.assign(r, { schemaVersion: 2 }),
      (r: Report) => Object.assign(r.targets[0]!, { verdict: 'fine' }),
      (r: Report) => Object.assign(r.targets[0]!.rules[1]!, { failure: undefined }),
      (r: Report) => Object.assign(r.targets[0]!.counts, { lost: 1 }),
    ]) {
      const spoilt = structuredClone(report)
      spoil(spoilt)
      expect(validate(JSON.parse(JSON.stringify(spoilt)))).toBe(false)
    }
  })

  test('numbers keep all their digits', () => {
    const text = renderJson(sampleReport([everyStatus('a')]))
    expect(text).toContain('12345678901234567890')
    expect(parseJson(text).json).toEqual(sampleReport([everyStatus('a')]))
  })
})

describe('files', () => {
  const dir = () => newFolder()

  test('both are written whole, and nothing is left beside them', () => {
    const out = join(dir(), 'deep', 'er')
    prepareOut(out)
    const report = sampleReport([everyStatus('a')])
    expect(writeFiles(report, out, ['console', 'junit'])).toEqual({ path: join(out, 'report.json'), problems: [] })
    expect(readdirSync(out).sort()).toEqual(['junit.xml', 'report.json'])
    expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe(renderJson(report))
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toBe(renderJunit(report))
  })

  test('report.json is always written, junit.xml on request', () => {
    const out = dir()
    writeFiles(sampleReport([]), out, ['console'])
    expect(readdirSync(out)).toEqual(['report.json'])
  })

  test('one that cannot be written takes away no other, and leaves nothing beside it', () => {
    const out = dir()
    mkdirSync(join(out, 'report.json'))
    const { path, problems } = writeFiles(sampleReport([]), out, ['junit'])
    expect([path, problems]).toEqual([undefined, [expect.stringMatching(/^report\.json cannot be written: E/)]])
    expect(readdirSync(out).sort()).toEqual(['junit.xml', 'report.json'])
  })

  test('a directory that cannot be made is one line', () => {
    const file = join(dir(), 'file')
    writeFileSync(file, '')
    expect(() => prepareOut(join(file, 'out'))).toThrow(UsageError)
    expect(() => prepareOut(file)).toThrow(/^--out: .* cannot be written to \(ENOTDIR\)$/)
  })
})
