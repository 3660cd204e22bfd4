import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Report } from '../core/results.ts'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderJunit } from './junit.ts'

const schema = readFileSync(new URL('../../fixtures/junit-jenkins.xsd', import.meta.url), 'utf8')

async function problems(contents: string): Promise<readonly { message: string }[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [schema] })
  return errors
}

const EVIL = 'x\x00\x1b[2J\uffff\ud800]]></failure><!--&"]]>]]><y>\u2028'

describe('Jenkins reads', () => {
  test.for<[string, Report]>([
    ['every status', sampleReport([everyStatus('a'), everyStatus('b')])],
    ['no target', sampleReport([])],
    [
      'a stopped target and a crash',
      sampleReport([sampleTarget('a', [], 'cannot be reached')], { crash: 'worker died' }),
    ],
    ['a long run', sampleReport([sampleTarget('a', [sampleRule('a.x.y', 'passed', { durationMs: 12_345_678.9 })])])],
    [
      'any text of a deployment',
      sampleReport([
        sampleTarget('a', [
          sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, actual: EVIL, summary: EVIL } }),
          sampleRule('a.x.z', 'observed', { observation: EVIL, title: EVIL }),
          sampleRule('a.x.s', 'skipped', { reason: EVIL }),
        ]),
      ]),
    ],
  ])('%s', async ([, report]) => {
    expect(await problems(renderJunit(report))).toEqual([])
  })

  test('and would refuse what it does not know', async () => {
    const xml = renderJunit(sampleReport([everyStatus('a')]))
    expect(await problems(xml.replace('<testcase ', '<testcase colour="red" '))).not.toEqual([])
    expect(await problems(xml.replace('</testcase>', '<properties/></testcase>'))).not.toEqual([])
  })
})

test('what GitLab reads of a case: name, classname, time, and the text of failure and system-out', () => {
  const xml = renderJunit(sampleReport([everyStatus('a')]))
  expect(xml).toMatch(/<testcase (?=[^>]*classname="a\.sample")(?=[^>]*name="a\.sample\.failed")[^>]*time="0\.012"/)
  expect(xml).toMatch(/<failure [^>]*><!\[CDATA\[expected {3}401/)
  const names = [...xml.matchAll(/<testcase [^>]*?\bname="([^"]*)"/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
})
