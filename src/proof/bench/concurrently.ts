/** As the command does by default. */
export const CONCURRENCY = 16

/** Processes items in their order, 16 at a time. */
export async function concurrently<Item>(
  items: readonly Item[],
  process: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await process(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}
