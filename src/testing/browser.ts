import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

/** A real browser: without one these tests fail rather than say nothing. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`there is no Chromium at ${executablePath}: install it (apt-get install chromium) or set CHROMIUM`)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...QUIET] })
}

export interface Opened {
  readonly page: Page
  /** Requests of the page for other resources. */
  readonly fetched: readonly string[]
  /** The page's console: errors, and what its policy refused. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a page from a file, as a person does who double-clicks it. */
export async function openFile(browser: Browser, text: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-html-'))
  const file = join(folder, 'report.html')
  await writeFile(file, text)
  const url = pathToFileURL(file).href
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const fetched: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => request.url() !== url && fetched.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(dialog.message()) && dialog.dismiss())
  await page.goto(url)
  const close = async () => {
    await context.close()
    await rm(folder, { recursive: true })
  }
  return { page, fetched, complaints, close }
}
