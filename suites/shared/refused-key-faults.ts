import type { Behaviour } from '../../reference-server/behaviour.ts'

/** Faults and freedoms of rules on bad keys that both variants have; each rule adds its own. */
type Servers = Readonly<Record<string, Partial<Behaviour>>>

/** Servers whose refusals take longer for some keys. */
export const timingFaults = {
  'early-return-for-unknown': { refusalDelayMs: (failure) => (failure === 'unknown' ? 0 : 0.5) },
  'slow-digest-for-known': { refusalDelayMs: (_failure, call) => (call.record ? 0.6 : 0) },
  'compares-only-a-good-secret': { refusalDelayMs: (failure) => (failure === 'wrong-secret' ? 0 : 0.4) },
  'slow-look-up-of-revoked': { refusalDelayMs: (failure) => (failure === 'revoked' ? 2 : 0) },
  'now-and-then': { refusalDelayMs: (_failure, call) => (call.record && call.n % 5 < 2 ? 2 : 0) },
  'compares-byte-by-byte': {
    digestsEqual: (given, kept, call) => {
      // As if each equal byte cost a remote call: a good secret takes all of them.
      const end = performance.now() + (call.lawful.digestsEqual(given, kept, call) ? 1 : 0.03)
      while (performance.now() < end);
      return call.lawful.digestsEqual(given, kept, call)
    },
  },
} satisfies Servers

/** Servers whose response times vary, but not with what a refusal must not reveal. */
export const timingFreedoms = {
  jitter: { latencyMs: () => Math.exp(Math.random() * 2 - 2) },
  'slower-without-a-key': {
    refusalDelayMs: (failure) => (failure === 'missing' || failure === 'malformed' ? 0 : 0.5),
  },
} satisfies Servers

/** Servers whose refusals differ with the failure class. */
export const uniformityFaults = {
  'a-space-more': { refusalText: (text, failure) => (failure === 'wrong-secret' ? `${text} ` : text) },
  'gateway-refuses-malformed': {
    contentType: (status, call) =>
      status === 401 && call.failure === 'malformed' ? 'application/json' : call.lawful.contentType(status, call),
  },
  'counter-for-known-keys': {
    refusalHeaders: (_failure, call) => {
      const name = `count ${call.record?.keyId ?? 'nobody'}`
      const count = ((call.memory.get(name) as number | undefined) ?? 0) + (call.record ? 1 : 0)
      call.memory.set(name, count)
      return [['X-RateLimit-Remaining', String(100_000 - count)]]
    },
  },
} satisfies Servers

/** Servers whose responses differ, but not with the failure class. */
export const uniformityFreedoms = {
  'request-ids': { extraHeaders: (call) => [['X-Request-Id', `r-${(call.n * 2_654_435_761) % 4_294_967_296}`]] },
  'balancer-and-workers': {
    extraHeaders: (call) => [
      ['X-Served-By', `web-${call.worker}`],
      ['Set-Cookie', `lb=${call.worker}; Path=/`],
    ],
  },
  'counter-for-all': { extraHeaders: (call) => [['X-RateLimit-Remaining', String(1_000_000 - call.n)]] },
} satisfies Servers

/** Servers that repair, reject or fail on malformed keys. */
export const malformedKeyFaults = {
  'bad-request': { refusalStatus: (failure) => (failure === 'malformed' ? 400 : 401) },
  'longer-secret-cut': {
    keyParts: (text, call) => call.lawful.keyParts(text.replace(/([0-9a-f]{64})[0-9a-f]*$/i, '$1'), call),
  },
  'longer-key-id-cut': {
    keyParts: (text, call) => call.lawful.keyParts(text.replace(/_([0-9a-f]{16})[0-9a-f]+_/i, '_$1_'), call),
  },
  'any-separator': { keyParts: (text, call) => call.lawful.keyParts(text.replace(/[-.:]/g, '_'), call) },
  'quotes-cut-off': { keyParts: (text, call) => call.lawful.keyParts(text.replace(/^"(.*)"$/, '$1'), call) },
  'dots-for-separators': { keyParts: (text, call) => call.lawful.keyParts(text.replaceAll('.', '_'), call) },
  'throws-beyond-ascii': {
    secretAccepted: (secret, call) => {
      if (/[^ -~]/.test(secret)) throw new TypeError('strings with non-ASCII characters are not supported')
      return call.lawful.secretAccepted(secret, call)
    },
  },
} satisfies Servers

/** Servers that compare no secret, a part of it, or a wrong one. */
export const wrongSecretFaults = {
  'not-compared': { digestsEqual: () => true },
  'half-compared': { secretDigested: (secret) => secret.slice(0, 32).toLowerCase() },
  'last-character-unread': { secretDigested: (secret) => secret.slice(0, 63).toLowerCase() },
  'first-character-unread': { secretDigested: (secret) => secret.slice(1).toLowerCase() },
  'character-41-unread': { secretDigested: (secret) => (secret.slice(0, 40) + secret.slice(41)).toLowerCase() },
  'characters-in-any-order': { secretDigested: (secret) => [...secret.toLowerCase()].sort().join('') },
  forbidden: { refusalStatus: (failure) => (failure === 'wrong-secret' ? 403 : 401) },
  'good-secrets-cached-without-their-key-id': {
    digestsEqual: (given, kept, call) => {
      const cached = `good ${given.join()}`
      if (call.lawful.digestsEqual(given, kept, call)) call.memory.set(cached, true)
      return call.memory.has(cached)
    },
  },
} satisfies Servers
