import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../core/results.ts'
import { openBrowser, openFile } from '../../testing/browser.ts'
import { fullReport } from '../../testing/full-report.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { historyOf } from './history.ts'
import { renderHistoryHtml } from './render-history.ts'
import { renderSummaryHtml } from './render-html.ts'
import { summarise } from './summarise.ts'

let browser: Browser
let axe: string
beforeAll(async () => {
  browser = await openBrowser()
  axe = await readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
})
afterAll(() => browser?.close())

/** Every kind of difference, over this many deployments. */
async function fleet(size: number): Promise<string> {
  const [one, other] = [short(await fullReport(5)), short(await fullReport(9))]
  const deep = { ...other, run: { ...other.run, depth: 'exhaustive' as const } }
  const reports = Array.from({ length: size }, (_, i) => ({ name: `region-${i}`, report: i % 7 === 1 ? deep : one }))
  return renderSummaryHtml(summarise(reports))
}

/** All that can differ is among the first rules, and axe looks at each cell. */
const short = (report: Report): Report => ({
  ...report,
  targets: report.targets.map((target) => ({ ...target, rules: target.rules.slice(0, 18) })),
})

test.for([
  ['light', 20],
  ['dark', 2],
  ['dark', 20],
] as const)(
  '%s, %i deployments: axe finds nothing, nothing is fetched, and no page is wider than the screen',
  async ([colorScheme, size]) => {
    const opened = await openFile(browser, await fleet(size), { colorScheme, viewport: { width: 390, height: 800 } })
    const { page, fetched, complaints, close } = opened
    await page.evaluate('for (const box of document.querySelectorAll("details")) box.open = true')
    expect(await page.locator('.matrix thead').first().locator('th').count()).toBe(size + 1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.evaluate(axe)
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run(document)',
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect([fetched.filter((url) => !url.startsWith('data:')), complaints]).toEqual([[], []])
    await close()
  },
)

test('what deployments say and are called stays text', async () => {
  const evil = `</td></style><script>alert(1)</script>"><img src=x onerror=alert(2)>' onmouseover='alert(3) \u202e\u0000`
  const rules = [
    sampleRule('a.x', 'failed', { title: evil, failure: { ...FAILURE, summary: evil } }),
    sampleRule('a.o', 'observed', { title: evil, observation: { [evil]: evil } }),
  ]
  const strange = sampleReport([{ ...sampleTarget('a', rules, undefined), baseUrl: evil }], { startedAt: evil })
  const stopped = sampleReport([sampleTarget('a', rules, evil)])
  const usual = sampleReport([sampleTarget('a', [sampleRule('a.x', 'passed'), sampleRule('a.o', 'observed')])])
  const version = { ...strange, suite: { ...strange.suite, version: evil } }
  const reports = [version, stopped, usual].map((report, i) => ({ name: `${evil}${i}`, report }))
  const { page, complaints, fetched, close } = await openFile(browser, renderSummaryHtml(summarise(reports)))
  await page.hover('.matrix td')
  expect(await page.locator('img, script:not(:last-of-type), [onmouseover]').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toMatch(/[\p{Cf}\p{Cs}]|[^\P{Cc}\n\t]/u)
  expect(await page.textContent('.runs tbody th')).toContain('<script>alert(1)</script>')
  expect([fetched.filter((url) => !url.startsWith('data:')), complaints]).toEqual([[], []])
  await close()
})

test('a history: axe finds nothing, and the page is no wider than the screen', async () => {
  const report = short(await fullReport(5))
  const days = Array.from({ length: 12 }, (_, day) => {
    const status = day % 5 === 4 ? ('failed' as const) : ('passed' as const)
    const rules = [...report.targets[0]!.rules, sampleRule('a.sample.turns', status)]
    const startedAt = `2026-01-${10 + day}T00:00:00Z`
    return { ...report, run: { ...report.run, startedAt }, targets: [{ ...report.targets[0]!, rules }] }
  })
  const { page, complaints, close } = await openFile(browser, renderHistoryHtml(historyOf(days)), {
    viewport: { width: 390, height: 800 },
  })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await page.locator('.runs tbody tr').count()).toBe(12)
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run(document)',
  )
  expect([violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), complaints]).toEqual([[], []])
  if (process.env.SCREENSHOT) {
    await page.setViewportSize({ width: 1100, height: 900 })
    await page.screenshot({ path: process.env.SCREENSHOT })
  }
  await close()
})
