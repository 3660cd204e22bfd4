import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Control } from '../../core/control-module.ts'
import { inert } from '../../core/inert.ts'
import { parseJson, writeJson } from '../../core/json.ts'
import type { ControlSetting } from '../../core/settings.ts'
import { createRedactor, withoutKeys } from '../../http/redact.ts'
import { type ControlSource, problemOf } from './control-source.ts'

const START_MS = 30_000
const CLOSE_MS = 2000
/** Characters of a line. */
const MOST = 1024 * 1024
/** Names of the arguments that are no objects. */
const FIRST: Readonly<Record<string, string>> = {
  touchUser: 'id',
  logsSince: 'time',
  ...Object.fromEntries(
    ['revokeKeysIssuedBy', 'removePerson', 'changePassword', 'removeRole'].map((n) => [n, 'person']),
  ),
}
/** Calls that remove what the run created, also after the program failed. */
const CLEANUP = ['revokeKey', 'enableKey']

const Names = z.array(z.string()).optional()
const Hello = z.object({ functions: z.object({ a: Names, b: Names }).strict() })
const Response = z.looseObject({ id: z.number(), refused: z.string().optional(), error: z.string().optional() })

interface Pending {
  readonly name: string
  resolve(value: unknown): void
  reject(why: Error): void
}

const started = new Map<string, Promise<ControlSource>>()

/** Starts a control program once per run, for all callers. Throws an Error with a one-line reason. */
export function startControlProgram(setting: ControlSetting): Promise<ControlSource> {
  const { file } = setting
  const source = started.get(file) ?? begin(setting, () => started.delete(file))
  started.set(file, source)
  source.catch(() => started.delete(file))
  return source
}

/** Speaks JSON lines with an executable; `onClose` is called when it may be started anew. */
async function begin({ file, variables }: ControlSetting, onClose: () => void): Promise<ControlSource> {
  const shown = basename(file)
  try {
    accessSync(file, constants.X_OK)
  } catch {
    throw new Error(`${shown} is no JavaScript or TypeScript module, and not executable: compile it, or chmod +x it`)
  }
  const secrets = new Map<string, string>()
  const { redact } = createRedactor(secrets)
  const log = (text: string) => process.stderr.write(inert(withoutKeys(redact(stripVTControlCharacters(text)))))
  const pending = new Map<number, Pending>()
  let lastId = 0
  /** Why only cleanup may still call it. */
  let spoiled: Error | undefined
  let child: ChildProcessWithoutNullStreams | undefined

  function spoil(why: string, isOver: boolean): void {
    spoiled ??= new Error(`${shown} ${why}`)
    // The key of a pending createKey may still come, and must then be revoked.
    for (const [id, { name, reject }] of pending) {
      if (!isOver && (name === 'createKey' || CLEANUP.includes(name))) continue
      pending.delete(id)
      reject(spoiled)
    }
  }

  function start(): Promise<Control> {
    const { promise, resolve, reject } = Promise.withResolvers<Control>()
    let greeted = false
    const end = (why: string) => {
      if (child === own) child = undefined
      reject(new Error(`${shown} ${why}`))
      spoil(why, true)
    }
    // In a separate process group, which Ctrl-C does not end before the keys are revoked.
    const own = spawn(file, { env: { ...process.env, ...variables }, detached: true })
    child = own
    const kill = () => void own.kill()
    process.once('exit', kill)
    own.on('error', (error: NodeJS.ErrnoException) => end(`cannot be started (${error.code}); has it a #! line?`))
    own.on('close', (code, signal) => {
      process.off('exit', kill)
      clearTimeout(timer)
      end(`ended ${signal ? `by ${signal}` : `with exit code ${code}`} while the run needed it`)
    })
    own.stdin.on('error', () => undefined)
    const onLine = (line: string) => {
      const { json } = parseJson(line)
      if (greeted) return respond(json)
      greeted = true
      clearTimeout(timer)
      const { data } = Hello.safeParse(json)
      const control = data && controlOf(data.functions)
      const problem = control ? problemOf(control) : 'is not {"functions": {"a": […], "b": […]}}'
      if (problem === undefined) return resolve(control!)
      end(`cannot be used: its first line ${problem}`)
      own.kill()
    }
    byLine(own.stdout, onLine, () => spoil('printed a line of more than 1 MiB', false))
    byLine(
      own.stderr,
      (line) => log(`${line}\n`),
      () => undefined,
    )
    const timer = setTimeout(() => {
      end(`printed nothing within ${START_MS / 1000} s`)
      own.kill()
    }, START_MS)
    // From here on the run, not the program, keeps this process alive.
    const release = () => {
      for (const each of [own, own.stdin, own.stdout, own.stderr]) (each as { unref?(): void }).unref?.()
    }
    return promise.finally(release)
  }

  function respond(json: unknown): void {
    const { data } = Response.safeParse(json)
    const call = data && pending.get(data.id)
    if (!call) {
      spoil('printed a line on standard output that is no response; print logs to standard error', false)
      return
    }
    pending.delete(data.id)
    const { result, refused, error } = data
    const key = (result as { key?: unknown } | undefined)?.key
    if (typeof key === 'string') secrets.set(key, key)
    if (refused !== undefined) call.reject(Object.assign(new Error(refused), { name: 'ControlRefused' }))
    else if (error !== undefined) call.reject(new Error(error))
    else if (!('result' in data)) call.reject(new Error(`${shown} returned neither result, refused nor error`))
    else call.resolve(result)
  }

  async function send(variant: string, name: string, args: readonly unknown[]): Promise<unknown> {
    if (spoiled && !CLEANUP.includes(name)) throw spoiled
    if (!child) await start()
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers()
    pending.set(id, { name, resolve, reject })
    child?.stdin.write(`${writeJson({ id, variant, call: name, arguments: named(name, args) } as never)}\n`)
    return promise
  }

  function controlOf(functions: z.output<typeof Hello>['functions']): Control {
    const side = (variant: 'a' | 'b') =>
      Object.fromEntries(
        (functions[variant] ?? []).map((name) => [name, (...args: unknown[]) => send(variant, name, args)]),
      )
    return { a: side('a'), b: side('b') } as Control
  }

  return {
    module: await start(),
    async close() {
      onClose()
      const own = child
      if (!own) return
      const closed = new Promise((resolve) => own.once('close', resolve))
      own.stdin.end()
      const timer = setTimeout(() => own.kill('SIGKILL'), CLOSE_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

/** Arguments as one object: `{ keyId, lifetimeDays }`. */
function named(name: string, args: readonly unknown[]): Record<string, unknown> {
  const names = [FIRST[name] ?? 'keyId', 'expiresAt']
  return Object.assign({}, ...args.map((arg, i) => (typeof arg === 'object' ? arg : { [names[i]!]: arg })))
}

function byLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void, onTooLong: () => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.trim() !== '') onLine(line)
    if (rest.length <= MOST) return
    rest = ''
    onTooLong()
  })
  stream.on('end', () => rest.trim() !== '' && onLine(rest))
}
