import { trial, violation } from '../../../src/core/rule.ts'
import { type Drawn, drawnBy, twinsIn } from '../support/drawn.ts'

interface Case {
  readonly keys: number
  readonly issued: 'at the same time' | 'one after another'
}

export default trial<Case, readonly Drawn[]>({
  level: 'implied',
  severity: 'error',
  title: 'no two keys share a key_id or a secret',
  clauses: ['2.key.key_id.handle', '2.key.secret.random'],
  derivation: 'The key_id is the handle by which one key is meant, and 32 random bytes do not come twice.',
  tried:
    'several keys are issued, also at the same time, and compared with each other, with those that other rules had issued, and with those supplied',
  meaning: 'revoking one key stops another one as well, or one secret opens two keys',
  causes: [
    'key_ids are drawn from too few random bits, or from a clock',
    'the generator is seeded alike in every worker, or by the time',
  ],
  needs: ['key', 'control.createKey'],
  faults: {
    'key-id-from-the-clock': {
      newKeyId: (bytes, desk) =>
        isFixture(desk.memory, 'ids') ? desk.lawful.newKeyId(bytes, desk) : seconds(desk.now).padStart(16, '0'),
    },
    'one-secret-for-all': {
      newSecret: (bytes, desk) =>
        isFixture(desk.memory, 'secrets') ? desk.lawful.newSecret(bytes, desk) : 'c0'.repeat(32),
    },
    'seeded-by-the-second': {
      newSecret: (bytes, desk) =>
        isFixture(desk.memory, 'secrets') ? desk.lawful.newSecret(bytes, desk) : seconds(desk.now).padEnd(64, '5'),
    },
    'four-workers-seeded-alike': {
      newSecret: (bytes, desk) => {
        const n = counted(desk.memory, 'secrets')
        return n <= FIXTURES ? desk.lawful.newSecret(bytes, desk) : `${Math.floor(n / 4)}`.padStart(64, 'a')
      },
    },
  },
  cases: {
    first: [
      { keys: 3, issued: 'at the same time' },
      { keys: 4, issued: 'one after another' },
      { keys: 8, issued: 'at the same time' },
    ],
    count: [1, 3, 3],
  },
  async send({ keys, issued }, { control, target }) {
    const count = Array.from({ length: keys })
    if (issued === 'at the same time') await Promise.all(count.map(() => control.b.createKey()))
    else for (const _ of count) await control.b.createKey()
    return drawnBy(target)
  },
  judge(drawn) {
    const twins = twinsIn(drawn)
    return twins && violation(`another ${twins.what} on each key`, `the same one on ${twins.one} and ${twins.other}`)
  },
})

/** The reference server starts with so many keys. */
const FIXTURES = 11

function counted(memory: Map<string, unknown>, what: string): number {
  const n = Number(memory.get(what) ?? 0) + 1
  memory.set(what, n)
  return n
}

const isFixture = (memory: Map<string, unknown>, what: string): boolean => counted(memory, what) <= FIXTURES
const seconds = (ms: number): string => String(Math.floor(ms / 1000))
