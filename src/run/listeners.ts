/** Calls, and then takes off the process the listeners of these events that the call put there. */
export async function withoutNewListeners<Value>(
  events: readonly string[],
  call: () => Promise<Value>,
): Promise<Value> {
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]))
  const value = await call()
  for (const event of events)
    for (const listener of process.rawListeners(event))
      if (!before.get(event)?.has(listener)) process.off(event, listener as () => void)
  return value
}
