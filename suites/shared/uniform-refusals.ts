import type { Exchange, Req } from '../../src/core/exchange.ts'
import { credentialText } from '../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, type Trial, violation } from '../../src/core/rule.ts'
import type { BlockMaker } from '../../src/judge/uniformity/send-blocks.ts'
import { uniformTrial } from '../../src/judge/uniformity/uniform-trial.ts'
import { availableClasses, badCredential, LAPSED, REFUSED } from './credential-failures.ts'
import { hexFrom } from './credentials/hex.ts'
import { boundaries } from './credentials/mutation.ts'
import { wrongSecret } from './credentials/wrong-secret.ts'
import type { VariantSurface } from './variant-surface.ts'

type Blocks = ReturnType<typeof uniformTrial>
type BlockCase = Parameters<Blocks['send']>[0]
type BlockEvidence = Awaited<ReturnType<Blocks['send']>>

/** A path that is not documented, `*` for a made-up word. */
interface UnknownPath {
  readonly path: string
}

/** The responses to one request with each kind of bad key. */
export interface UnknownPathEvidence {
  /** To the unknown path; sent several times if the statuses differ. */
  readonly rounds: readonly (readonly Exchange[])[]
  /** To a documented path, in the same order; sent if the statuses differ. */
  readonly documented: readonly Exchange[]
  /** To the unknown path with the key_ids of the lapsed keys and a wrong secret; sent if the statuses differ. */
  readonly wrongSecrets: readonly Exchange[]
}

/** A difference that depends on the worker or on the order of the requests is gone after these repetitions. */
const REPETITIONS = 2

/** Compares refusals at documented paths in every feature, and at unknown paths by their status. */
export function uniformRefusals<Way extends object>(
  surface: VariantSurface<Way>,
  blocks: (tools: Tools) => Promise<BlockMaker>,
  ...unknownPaths: readonly (Way & UnknownPath)[]
): Pick<Trial<BlockCase | (Way & UnknownPath), BlockEvidence | UnknownPathEvidence>, 'cases' | 'send' | 'judge'> {
  const documented = uniformTrial({ blocks })
  const all = 1 + unknownPaths.length
  return {
    cases: {
      first: [{ blocks: 'by depth' }, ...unknownPaths],
      count: [1, all, all],
      cost: (depth) => documented.cases.cost!(depth) + (depth === 'quick' ? 0 : unknownPaths.length * REFUSED.length),
      inWords: (c, target) =>
        'path' in c
          ? `GET ${c.path} (no such path; * is any word)${'by' in c ? `, via ${c.by}` : ''}, with every kind of bad key: the status`
          : documented.cases.inWords!(c, target),
    },
    send: (c, tools) => ('path' in c ? sendUnknownPath(surface, c, tools) : documented.send(c, tools)),
    judge: (evidence, c, target) =>
      'rounds' in evidence ? judgeUnknownPath(evidence) : documented.judge(evidence, c as BlockCase, target),
  }
}

/** Without a missing key, which has no state that a response could reveal. */
async function sendUnknownPath<Way extends object>(
  surface: VariantSurface<Way>,
  c: Way & UnknownPath,
  { target, get, once, random }: Tools,
): Promise<UnknownPathEvidence> {
  const path = c.path.replaceAll('*', () => `x${hexFrom(random, 10)}`)
  const documented = availableClasses(target, REFUSED).map((name) =>
    surface.request(target, c, badCredential(target, { class: name }, surface.header(c))),
  )
  const requests = documented.map((req): Req => ({ ...req, endpoint: null, path, outside: true }))
  const rounds = [await Promise.all(requests.map(get))]
  if (statusesOf(rounds[0]!).size < 2) return { rounds, documented: [], wrongSecrets: [] }
  while (rounds.length <= REPETITIONS) rounds.push(await Promise.all(requests.map(get)))
  const lapsed = LAPSED.flatMap((name) => target.keys[name] ?? [])
  const [changed] = boundaries(wrongSecret, target)
  const wrongSecrets = lapsed.map((key) => ({
    ...requests[0]!,
    credential: surface.header(c)(wrongSecret.build(key, changed!), 'wrong-secret', wrongSecret.note(changed!)),
  }))
  return {
    rounds,
    documented: await Promise.all(documented.map(once)),
    wrongSecrets: await Promise.all(wrongSecrets.map(get)),
  }
}

const statusesOf = (all: readonly Exchange[]) => new Set(all.map(({ response }) => response?.status))

/** What the statuses reveal, by whether they depend on the key_id alone. */
function learnt(refused: readonly Exchange[], wrongSecrets: readonly Exchange[]): string {
  const ofClass = (name: string) => refused.find(({ req }) => req.credential.class === name)?.response?.status
  const unknown = ofClass('unknown')
  const ofWrong = new Set([ofClass('wrong-secret'), ...wrongSecrets.map(({ response }) => response?.status)])
  if ([...ofWrong].some((status) => status !== unknown))
    return 'Anyone who tries key_ids at this path learns which of them exist.'
  return LAPSED.some((name) => ![undefined, unknown].includes(ofClass(name)))
    ? `Anyone who holds a key, such as a stolen one, learns that it was once valid. It takes the whole key: with a wrong secret, its key_id gets ${unknown}, too.`
    : 'Anyone learns whether the form of a key is right, before a key is looked up.'
}

/** A key without the documented 401 fails other rules. */
export function judgeUnknownPath({
  rounds: [first = [], ...others],
  documented,
  wrongSecrets,
}: UnknownPathEvidence): Finding | undefined {
  const refused = first.filter((_, i) => documented[i]?.response?.status === 401)
  if (others.some((round) => round.some((x, i) => x.response?.status !== first[i]?.response?.status))) return undefined
  const other = refused.find((x) => x.response?.status !== refused[0]!.response?.status)
  if (!other) return undefined
  const [one, two] = [refused[0]!, other].map((x) => `${credentialText(x.req.credential)} gets ${x.response!.status}`)
  const byStatus = Map.groupBy(refused, ({ response }) => response!.status)
  const classes = (all: readonly Exchange[]) => all.map(({ req }) => req.credential.class).join(', ')
  const actual = [...byStatus].map(([status, all]) => `${status} (${classes(all)})`).join('; ')
  const found = headlined(
    `At a path that does not exist, ${one}, but ${two}`,
    violation('the same status for every bad key', actual, refused[0]!, other),
  )
  return {
    ...explained(
      found,
      learnt(refused, wrongSecrets),
      'the router runs between two checks of the key: a key that passes the first gets 404',
      'the gateway rejects some keys before it routes, the application the others after',
    ),
    warning: true,
  }
}
