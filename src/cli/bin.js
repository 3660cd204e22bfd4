#!/usr/bin/env node
// biome-ignore-all lint/style/useNodejsImportProtocol: old Nodes do not know it
// Plain JavaScript that old Nodes can read, so that they get a sentence instead of a syntax error.
import { existsSync } from 'fs'
import { fileURLToPath, URL } from 'url'

const NEEDED = [22, 19]

function start() {
  const inCheckout = existsSync(fileURLToPath(new URL('./main.ts', import.meta.url)))
  // Compiled, the sources stand in dist/ with the same layout: node strips no types below node_modules.
  import(inCheckout ? './main.ts' : '../../dist/src/cli/main.js').then(run, fail)
}

function run(cli) {
  // A reader that has gone away (`| head`) is no reason to lose the report.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  cli.main(process.argv.slice(2)).then((code) => {
    process.stdout.write('', () => process.exit(code))
  }, fail)
}

function fail(error) {
  process.stderr.write(`tenant-conformance: cannot start: ${String(error.message).split('\n')[0]}\n`)
  if (process.env.DEBUG) process.stderr.write(`${error.stack}\n`)
  process.exit(3)
}

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) start()
else {
  const needed = NEEDED.join('.')
  process.stderr.write(`tenant-conformance: needs Node.js ${needed} or newer, and this is ${process.versions.node}\n`)
  process.exitCode = 2
}
