const all = new WeakMap<AbortSignal, Set<() => void>>()

/** What is called when the signal is given. An event listener for each request would cost a twentieth of all that is done for it. */
export function whenAborted(signal: AbortSignal): Set<() => void> {
  const known = all.get(signal)
  if (known) return known
  const calls = new Set<() => void>()
  all.set(signal, calls)
  const callAll = () => {
    // Those that are called leave.
    for (const call of [...calls]) call()
  }
  signal.addEventListener('abort', callAll, { once: true })
  return calls
}
