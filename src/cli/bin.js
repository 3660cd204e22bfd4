#!/bin/sh
':' // ; exec node --max-semi-space-size=8 -- "$0" "$@"
// The shell runs the line above and never comes here. Without its `--`, Node takes --env-file for one of its options and ends
// with exit code 9 when the file is missing. (`env -S node --` would do, but BusyBox has no -S.)

// A young generation of 8 MiB takes a third off the peak memory (304 to 203 MB for both variants at standard depth), at the same speed.

// Plain JavaScript that old Nodes can read, so that they get a sentence instead of a syntax error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, URL } from 'node:url'
import { problem } from './node-version.js'

const NO_VERDICT = 3
/** 128 + the number of the signal, as shells report it. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** With these, Node prints the environment and each request, including keys, before we can prevent it. */
const DEBUG_VARIABLES = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'].filter((name) => process.env[name])

function start() {
  for (const signal of Object.keys(SIGNALS)) leaveOn(signal)
  keepSecrets()
  keepCompiled()
  const inCheckout = existsSync(fileURLToPath(new URL('./main.ts', import.meta.url)))
  // Compiled sources are in dist/ with the same layout: Node strips no types below node_modules.
  import(inCheckout ? './main.ts' : '../../dist/src/cli/main.js').then(run, fail)
}

/** Caches compiled code, which halves the start time, in a folder that only users who can also change the suite can write to. */
function keepCompiled() {
  const isCheckout = existsSync(fileURLToPath(new URL('../../node_modules', import.meta.url)))
  // The executable writes nothing beside itself.
  if (!isCheckout && !import.meta.url.includes('/node_modules/')) return
  const modules = isCheckout ? '../../node_modules' : '../../..'
  const folder = fileURLToPath(new URL(`${modules}/.cache/tenant-conformance`, import.meta.url))
  // Node continues without a cache if the folder is not writable or the user disabled it.
  module.enableCompileCache(folder)
  // For our threads and for the bundled server.
  process.env.NODE_COMPILE_CACHE ||= folder
}

/** Disables what would write or print keys outside our code. */
function keepSecrets() {
  // For our own stacks. With the name of one of its parts, vite prints the settings.
  if (process.env.DEBUG) process.env.DEBUG = '1'
  // Of `--report-uncaught-exception` and its like.
  if (process.report) process.report.excludeEnv = true
  if (/--inspect/.test([process.env.NODE_OPTIONS, ...process.execArgv].join(' ')))
    complain('Node.js is open to a debugger (--inspect): anyone who can reach its port can read the keys')
}

function run(cli) {
  // Such as an unhandled rejection in a control module.
  process.on('uncaughtException', (error) => process.exit(cli.reportError(error)))
  let lost
  // A reader that has gone away (`| head`) is no reason to lose the report.
  process.stdout.on('error', (error) => {
    if (lost || error.code === 'EPIPE') return
    lost = error
    complain(`standard output cannot be written to: ${error.message}`)
  })
  process.stderr.on('error', () => {})
  cli.main(process.argv.slice(2)).then((code) => {
    process.stdout.write('', () => process.exit(lost && code === 0 ? NO_VERDICT : code))
  }, fail)
}

/** Exits on a signal while no command handles it. */
function leaveOn(signal) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(SIGNALS[signal])
  })
}

function fail(error) {
  complain(`cannot start: ${String(error.message).split('\n')[0]}`)
  if (process.env.DEBUG) process.stderr.write(`${error.stack}\n`)
  process.exit(NO_VERDICT)
}

function complain(line) {
  process.stderr.write(`tenant-conformance: ${line}\n`)
}

function refuse(line) {
  complain(line)
  process.exitCode = 2
}

if (problem) refuse(problem)
else if (DEBUG_VARIABLES.length > 0) refuse(`${DEBUG_VARIABLES[0]} is set, and makes Node.js print keys: unset it`)
else start()
