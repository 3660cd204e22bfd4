import { describe, expect, test } from 'vitest'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { ControlSource } from '../engine/control/control-source.ts'
import { startSession } from '../engine/session/session.ts'
import { deploy } from '../proof/selfcheck/deployment.ts'
import { catalogOf } from '../proof/selfcheck/try-against.ts'
import { FORMS } from '../testing/echo-behaviour.ts'
import { leakFinder, leaks } from '../testing/leaks.ts'
import { sampleReport, sampleTarget } from '../testing/sample-report.ts'
import { renderConsole, styleFor } from './console.ts'
import { renderCtrf } from './ctrf.ts'
import { renderAnnotations } from './github.ts'
import { renderHtml } from './html/render-html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown, STEP_SUMMARY } from './markdown.ts'
import { renderTap } from './tap.ts'
import { renderJson } from './write-files.ts'

const RENDERED: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) => renderConsole(report, { style: styleFor(true), path: 'report.json' }),
  json: renderJson,
  junit: renderJunit,
  markdown: (report) => renderMarkdown(report, STEP_SUMMARY),
  tap: renderTap,
  ctrf: renderCtrf,
  github: renderAnnotations,
  html: (report) => renderHtml(report),
}

/** Repeats the credential in its responses, in every form. */
const echoBehaviour: Partial<Behaviour> = {
  extraHeaders: (call) => [['X-Echo', [...call.header('x-api-key'), ...call.header('authorization')].join(' ')]],
  response: (response, call) => {
    const sent = [...call.header('x-api-key'), ...call.header('authorization')].join(' ')
    const echo = JSON.stringify(FORMS.map((form) => form(sent)))
    return { ...response, body: String(response.body).replace(/^\{/, `{"echo":${echo},`) }
  },
}

/** Runs the rules on keys, and keeps the keys that were created. */
async function revealed(variant: Variant) {
  const { rules } = await catalogOf(variant)
  const faults = ['auth.wrong-secret', 'auth.revoked-key', 'key.revoke-permanent'].map(
    (id) => Object.values(rules.find((rule) => rule.id === `${variant}.${id}`)!.faults!)[0],
  )
  const deployment = await deploy(Object.assign({}, ...faults, echoBehaviour))
  const target = deployment.target(variant)
  const keys = Object.values(target.keys).map(({ value }) => value)
  const settings = {
    ...{
      targets: [target],
      depth: 'quick' as const,
      rules: [`${variant}.auth.*`, `${variant}.key.*`, `${variant}.*.envelope`],
    },
    ...{
      seed: 1,
      concurrency: 16,
      timeout: 10_000,
      strict: false,
      requireComplete: false,
      timing: false,
      out: '',
      reporters: [],
      record: 'failures',
    },
  } satisfies Settings
  const session = startSession(settings, target, await catalogOf(variant), listening(deployment.control, variant, keys))
  const results = await Promise.all(rules.map(({ id }) => session.result(id)))
  await session.close()
  await deployment.close()
  return { keys, report: sampleReport([sampleTarget(variant, results)]) }
}

function listening({ module, ...rest }: ControlSource, variant: Variant, keys: string[]): ControlSource {
  const own = module[variant] as Record<string, (...args: unknown[]) => Promise<unknown>>
  const createKey = async (...args: unknown[]) => {
    const created = (await own.createKey!(...args)) as { key: string }
    keys.push(created.key)
    return created
  }
  return { ...rest, module: { ...module, [variant]: { ...own, createKey } } as ControlSource['module'] }
}

describe.for(['a', 'b'] as const)('variant %s: nothing that is written', { timeout: 120_000 }, (variant) => {
  test('holds a secret that was supplied or created, in any form', async () => {
    const { keys, report } = await revealed(variant)
    const broken = report.targets[0]!.rules.filter(({ failure }) => failure)
    expect(broken.map(({ id }) => id)).toContain(`${variant}.auth.wrong-secret`)
    expect(keys.length).toBeGreaterThan(8)
    const find = leakFinder(keys)
    for (const [name, render] of Object.entries(RENDERED)) {
      const text = render(report)
      expect({ name, leaks: find(text).slice(0, 3) }).toEqual({ name, leaks: [] })
      expect(text.length, name).toBeGreaterThan(1000)
    }
  })
})

test('a leak would be seen in each form', () => {
  const key = `acme_0123456789abcdef_${'7f3a91c05be24d68'.repeat(4)}`
  const moved = key.slice(-64).replace(/./g, (c) => ((Number.parseInt(c, 16) + 3) % 16).toString(16))
  for (const text of [
    ...FORMS.map((form) => form(key)),
    JSON.stringify(FORMS.map((form) => form(key)).slice(7)),
    JSON.stringify([...key]),
    key.replace(/.{5}/g, '$&\x1b[31m'),
    moved,
  ])
    expect(leaks(`x ${text} y`, [key]), text).not.toEqual([])
  expect(leaks(`x ${key.slice(0, 22)}**** y`, [key])).toEqual([])
})
