import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Opened, openBrowser, openFile } from '../../testing/browser.ts'
import { explanationsOf, FULL_FAILURE, fullReport } from '../../testing/full-report.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { renderHtml } from './render-html.ts'

let browser: Browser
let full: string
let axe: string

beforeAll(async () => {
  browser = await openBrowser()
  const all = (await Promise.all([explanationsOf('a'), explanationsOf('b')])).flat()
  full = renderHtml(await fullReport(5), { explanations: new Map(all.map((one) => [one.id, one])) })
  axe = await readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
})
afterAll(() => browser?.close())

async function within(text: string, options: BrowserContextOptions, look: (opened: Opened) => Promise<void>) {
  const opened = await openFile(browser, text, options)
  await look(opened).finally(opened.close)
  expect(opened.fetched.filter((url) => !url.startsWith('data:'))).toEqual([])
  expect(opened.complaints).toEqual([])
}

const openAll = (page: Page) => page.evaluate('for (const box of document.querySelectorAll("details")) box.open = true')

const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
const shown = (page: Page) => page.locator('details.rule:visible').count()

describe('in either theme', () => {
  test.for(['light', 'dark'] as const)(
    '%s: axe finds nothing, with everything open',
    { timeout: 180_000 },
    async (colorScheme) => {
      await within(full, { colorScheme }, async ({ page }) => {
        await openAll(page)
        // The policy of the page refuses script elements; the debugger is above it.
        await page.evaluate(axe)
        const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document)')
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        expect(passes.length).toBeGreaterThan(20)
      })
    },
  )

  test('every target is large enough to be hit', async () => {
    await within(full, {}, async ({ page }) => {
      await page.evaluate(axe)
      const run = `axe.run(document, { runOnly: ['target-size'] })`
      const { violations, passes } = await page.evaluate<AxeResults>(run)
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
      expect(passes.map(({ id }) => id)).toEqual(['target-size'])
    })
  })

  test('the button goes through system, light and dark, and the choice is kept', async () => {
    await within(full, { colorScheme: 'dark' }, async ({ page }) => {
      const dark = await background(page)
      await page.click('#theme')
      expect(await page.textContent('#theme')).toBe('Theme: light')
      expect(await background(page)).not.toBe(dark)
      await page.reload()
      expect(await background(page)).not.toBe(dark)
      await page.click('#theme')
      expect(await background(page)).toBe(dark)
    })
  })
})

interface AxeResults {
  readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[]
  readonly passes: readonly { id: string }[]
}

describe('the catalogue', () => {
  test('is searched by words in any order, and filtered by status, level and group together', async () => {
    await within(full, {}, async ({ page }) => {
      const all = await shown(page)
      expect(all).toBeGreaterThan(150)
      await page.fill('#search', 'ROUNDED total_pages')
      expect(await page.locator('details.rule:visible').getAttribute('id')).toBe('rule-a.users.total-pages')
      expect(await page.textContent('#shown')).toBe(`1 of ${all} rules shown`)
      await page.click('#filters .reset')
      await page.check('[name=status][value=failed]')
      await page.check('[name=status][value=blocked]')
      const broken = await shown(page)
      await page.selectOption('#group', 'a.auth')
      expect(await shown(page)).toBeGreaterThan(0)
      expect(await shown(page)).toBeLessThan(broken)
      await page.selectOption('#level', 'observed')
      expect(await shown(page)).toBe(0)
      await page.click('#no-match .reset')
      expect(await shown(page)).toBe(all)
    })
  })

  test('a link to a rule opens it, also where the filter hides it', async () => {
    await within(full, {}, async ({ page }) => {
      await page.fill('#search', 'nothing has these words')
      await page.click('article.failure .eyebrow a')
      // The page hears of the new address a moment later.
      await page.waitForSelector('details.rule[open]')
      expect(await page.locator('details.rule[open]').count()).toBe(1)
      expect(await page.evaluate('document.activeElement.parentElement.open')).toBe(true)
    })
  })

  test('works by keyboard alone', async () => {
    await within(full, {}, async ({ page }) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the verdict')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('main')
      await page.focus('details.rule summary')
      await page.keyboard.press('Enter')
      expect(await page.locator('details.rule').first().getAttribute('open')).toBe('')
      await page.focus('[name=status]')
      await page.keyboard.press('Space')
      expect(await page.isChecked('[name=status]')).toBe(true)
    })
  })
})

test('copies the curl line exactly, and says so', async () => {
  const curl = `curl -H 'X: a "b" <c> & \\'' "$TENANT_A_KEY"`
  const rule = sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, curl } })
  const text = renderHtml(sampleReport([sampleTarget('a', [rule])]))
  await within(text, { permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
    await page.click('button[data-what="curl line"]')
    await page.getByRole('status').getByText('Copied the curl line').waitFor({ state: 'attached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(curl)
  })
})

describe('what a deployment sent', () => {
  const EVIL = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(2)>',
    "' onmouseover='alert(3)",
    '</style><style>*{display:none}</style>',
    '<iframe src="http://127.0.0.1:9/"></iframe><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
    '\u202egnp.exe \u2066 \u0000 \ud800 \u001b[2J',
    '-->]]>&lt;b&gt;&#60;script&#62;',
  ].join('\n')
  const exchange = FAILURE.exchanges[0]!
  const response = { status: 200, reason: EVIL, headers: [[EVIL, EVIL]] as const, body: EVIL, bodyBytes: 5 }
  const request = { ...exchange.request, url: `http://x/${EVIL}`, headers: [[EVIL, EVIL]] as const, curl: EVIL }
  const failure = {
    ...{ ...FULL_FAILURE, summary: EVIL, clause: EVIL, expected: EVIL, actual: EVIL, meaning: EVIL, causes: [EVIL] },
    ...{
      counterexample: { [EVIL]: EVIL },
      case: undefined,
      flaky: EVIL,
      curl: EVIL,
      noCurl: EVIL,
      again: EVIL,
      sequence: [EVIL],
    },
    difference: { at: EVIL, one: { label: EVIL, text: EVIL }, other: { label: EVIL, text: `${EVIL}.` } },
    exchanges: [{ ...exchange, request, response }],
  }
  const rules = [
    sampleRule(`a.x.${EVIL}`, 'failed', { failure, title: EVIL, section: EVIL }),
    sampleRule('a.x.observed', 'observed', { observation: { [EVIL]: { [EVIL]: EVIL } } }),
    sampleRule('a.x.skipped', 'skipped', { reason: EVIL, note: EVIL }),
  ]
  const target = { ...sampleTarget('a', rules, EVIL), baseUrl: EVIL, leftovers: [EVIL] }
  const text = renderHtml(sampleReport([target], { crash: EVIL }), { replay: EVIL })

  test('stays text: nothing of it runs, loads, hides or turns the direction of writing', async () => {
    await within(text, {}, async ({ page }) => {
      await openAll(page)
      await page.hover('h1')
      expect(await page.locator('img, iframe, script:not(:last-of-type), style:not(head style)').count()).toBe(0)
      expect(await page.locator('script, meta[http-equiv=refresh]').count()).toBe(1)
      expect(await page.isVisible('.failure .actual')).toBe(true)
      const all = await page.evaluate('document.documentElement.outerHTML')
      expect(all).not.toMatch(/[\p{Cf}\p{Cs}]|[^\P{Cc}\n\t]/u)
      expect(await page.textContent('.failure .actual p')).toContain('</script><script>alert(1)</script>')
    })
  })
})

describe('on any screen', () => {
  test.for([320, 390, 768])('nothing is wider than %i', async (width) => {
    await within(full, { viewport: { width, height: 800 } }, async ({ page }) => {
      await openAll(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    })
  })

  test('without a script it is read all the same, and shows no control that would do nothing', async () => {
    await within(full, { javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.getByRole('button').count()).toBe(0)
      expect(await page.getByRole('searchbox').count()).toBe(0)
      await page.locator('details.rule summary').first().click()
      expect(await page.locator('details.rule .inside').first().isVisible()).toBe(true)
      expect(await shown(page)).toBeGreaterThan(150)
    })
  })

  test('on paper it is light, and without controls', async () => {
    await within(full, { colorScheme: 'dark' }, async ({ page }) => {
      await page.emulateMedia({ media: 'print' })
      expect(await background(page)).toBe('rgb(255, 255, 255)')
      expect(await page.isVisible('#theme')).toBe(false)
      expect(await page.isVisible('article.failure')).toBe(true)
    })
  })
})

test('its policy refuses any other script, also inline', async () => {
  const { page, complaints, close } = await openFile(browser, full)
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  `)
  expect(await page.title()).not.toBe('taken over')
  expect(complaints.join()).toContain('Content Security Policy')
  await close()
})
