import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { home } from './catalog.ts'

/** The folder of package.json. */
export const root = basename(home) === 'dist' ? dirname(home) : home

/** Name and version of this package, as its package.json says. */
export const suite: { readonly name: string; readonly version: string } = read()

/** Whether this is the checkout, not an installed package. */
export const inCheckout = root === home

function read() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { name, version }
}
