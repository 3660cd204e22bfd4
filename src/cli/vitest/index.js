// Plain JavaScript: the same file serves the checkout and the installed package.
import { existsSync } from 'node:fs'

/** Registers one vitest test per rule; see index.d.ts. */
export async function conformance(...given) {
  const inCheckout = existsSync(new URL('./conformance.ts', import.meta.url))
  // Vite, which may load this file, would take a literal path for its own.
  const file = inCheckout ? './conformance.ts' : '../../../dist/src/cli/vitest/conformance.js'
  const module = await import(/* @vite-ignore */ file)
  return module.conformance(...given)
}
