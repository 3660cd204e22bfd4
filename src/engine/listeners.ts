/** Calls, and lets the call put no listener of these events on the process, not even for as long as it lasts. */
export async function withoutNewListeners<Value>(
  events: readonly string[],
  call: () => Promise<Value>,
): Promise<Value> {
  const refuse = (event: string | symbol, listener: () => void) => {
    // It is put there after this; signals come later still.
    if (events.includes(String(event))) queueMicrotask(() => process.off(event, listener))
  }
  process.on('newListener', refuse)
  try {
    return await call()
  } finally {
    process.off('newListener', refuse)
  }
}
