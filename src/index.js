// Plain JavaScript with its types beside it: the same file serves the checkout and the installed package.
import { problem } from './cli/node-version.js'

export const defineControl = (control) => control

export class ControlRefused extends Error {
  name = 'ControlRefused'
}

export const certify = async (...given) => (await main()).certify(...given)

export const explain = async (report) => (await main()).explain(report)

/** Loaded on demand: a control module does not need it. */
async function main() {
  if (problem) throw new Error(`tenant-api-conformance ${problem}`)
  const { existsSync } = await import('node:fs')
  const inCheckout = existsSync(new URL('./cli/api/certify.ts', import.meta.url))
  // Vite, which may load this file, would take a path in place for its own.
  const file = inCheckout ? './cli/api/certify.ts' : '../dist/src/cli/api/certify.js'
  return import(/* @vite-ignore */ file)
}
