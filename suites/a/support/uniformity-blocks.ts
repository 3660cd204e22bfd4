import { inBearer } from '../../../src/core/key-format.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { BlockMaker } from '../../../src/judge/uniformity/send-blocks.ts'
import { asClient, clientProfiles } from '../../shared/client-profiles.ts'
import { madeUpKeys, malformedAt, refusalBlock } from '../../shared/refusal-blocks.ts'
import type { KeyHeader } from '../../shared/variant-surface.ts'
import { FORMS, headerOf, surface, users } from '../api.ts'

/** The scheme in lower case, which HTTP allows. */
const inLowerCaseBearer: KeyHeader = (text, about, note) => ({
  ...inBearer(text, about, note),
  headers: [['Authorization', typeof text === 'string' ? `bearer ${text}` : ['bearer ', ...text]]],
})

/**
 * Blocks of one request per failure class, all via one header and by one client. Headers, clients and kinds of malformed keys
 * rotate. Each key_id is sent once in a block: a revoked key has its own secret in most blocks and a made-up one in the others.
 */
export async function uniformBlocks(tools: Tools): Promise<BlockMaker> {
  const { target } = tools
  const made = madeUpKeys(tools.random)
  const clients = await clientProfiles(tools, surface)
  const malformed = malformedAt(tools.random)
  return (i, stage) => {
    const by = FORMS[i % 2]!
    const pair = Math.floor(i / 2)
    const client = clients[pair % clients.length]!
    const isLowerCase = by === 'Bearer' && pair % 10 >= 5 && client.method === undefined
    const requests = refusalBlock({
      target,
      made,
      header: isLowerCase ? inLowerCaseBearer : headerOf(by),
      request: (credential) => asClient(users(target, {}, credential), client),
      missing: by === 'X-Api-Key',
      malformed: malformed(i),
      placebo: stage === 'confirm',
      secrets: pair % 10 === 5 || pair % 10 === 7 ? 'made-up' : 'own',
      disabled: true,
    })
    const strata = [`by ${by}`, client.stratum, isLowerCase ? 'with the scheme in lower case' : undefined]
    return { place: by, strata: strata.filter((stratum) => stratum !== undefined), lacks: client.lacks, requests }
  }
}
