/** What Stryker asks before it changes a place of the source; a babel path, as far as it is used here. */
interface Place {
  readonly key: string | number | null
  readonly listKey?: string | null
  readonly node: { readonly type: string }
  readonly parent?: { readonly type: string; readonly callee?: { readonly name?: string } }
}

/** Functions whose arguments are words to people, and how many of them are. */
const WORDS: Readonly<Record<string, number>> = {
  violation: 2,
  unclear: 1,
  moved: 1,
  inconclusive: 1,
  skipped: 1,
  blocked: 1,
  UsageError: 1,
}

/** Excludes message texts from mutation, since verdicts do not depend on them. */
function shouldIgnore({ key, listKey, parent }: Place): string | undefined {
  if (listKey !== 'arguments' || typeof key !== 'number') return undefined
  return key < (WORDS[parent?.callee?.name ?? ''] ?? 0) ? 'words, not verdict' : undefined
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'words', value: { shouldIgnore } }]
