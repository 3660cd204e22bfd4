import type { Catalog } from '../core/catalog.ts'
import { clausesTried } from '../core/clauses-tested.ts'
import type { Session } from './session/session.ts'
import type { Told } from './told.ts'

/** Waits until a session is through, ends it, and tells what came of it. */
export async function tell(session: Session, catalog: Catalog): Promise<Told> {
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  const rules = results.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const { requests, retries, serverErrors, slowed } = session.progress()
  const clauses = clausesTried(catalog, rules)
  const [stopped, cut] = [session.stopped(), session.cut()]
  const [leftovers, unrecorded] = [session.leftovers(), session.unrecorded()]
  return { rules, target: { requests, retries, serverErrors, slowed, stopped, cut, clauses, leftovers, unrecorded } }
}
