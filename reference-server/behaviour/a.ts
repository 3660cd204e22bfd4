import { A_INVALID, A_PER_PAGE_ABOVE_MAX, A_SINCE_INCLUSIVE, INTEGER } from '../choices.ts'
import { instant, isoMicros } from '../instant.ts'
import type { Call, ErrorSpec, KeyRecord, Problem, Read, User, Window } from '../types.ts'

export interface Pagination {
  page: unknown
  per_page: unknown
  total: unknown
  total_pages: unknown
}

/** Variant A: the query of GET /users and its list. Pages are bigint, so that no page number overflows. */
export interface ADecisions {
  /** Page when left out: 1 (4, 8). */
  aPageDefault(call: Call): bigint
  /** per_page when left out: 25 (4, 8). */
  aPerPageDefault(call: Call): bigint
  /** The integer that a parameter's text is, if it is one. */
  aInteger(text: string, parameter: 'page' | 'per_page', call: Call): bigint | undefined
  /** A page or per_page that is no integer (not shown): refused. */
  aNotInteger(text: string, parameter: 'page' | 'per_page', call: Call): bigint | Problem
  /** 1-based (4); below 1 (not shown): refused. */
  aPage(page: bigint, call: Call): bigint | Problem
  /** 1 to 100 are honoured (4); others (not shown): cut down to 100, or refused below 1. */
  aPerPage(perPage: bigint, call: Call): number | Problem
  /** The instant in µs that an updated_since is, if it is one (4: ISO 8601). */
  aInstant(text: string, call: Call): number | undefined
  /** An updated_since that is no instant (not shown): refused. */
  aNotInstant(text: string, call: Call): number | undefined | Problem
  /** The filter of the page: the requested one, on every page. */
  aSince(since: number | undefined, call: Call): number | undefined
  /** The filter that the total is counted with: the same. */
  aSinceCounted(since: number | undefined, call: Call): number | undefined
  /** Whether a record was updated since (4); the same instant counts. */
  aUpdatedSince(user: User, since: number, call: Call): boolean
  /** The error for refused parameters (not shown). */
  aProblemError(problems: readonly Problem[], call: Call): ErrorSpec
  /** Whose users are listed: the key's company's (1). */
  aCompanyRead(key: KeyRecord, call: Call): number
  /** SQL order of the list: id ascending (2, 4). */
  aOrderBy(call: Call): string
  /** The page that is read for a page past the last (not shown): itself, which is empty. */
  aPastEnd(page: bigint, totalPages: number, call: Call): bigint | Problem
  /** Records before the page. */
  aOffset(page: bigint, perPage: number, call: Call): bigint
  /** Records on the page. */
  aLimit(perPage: number, call: Call): number
  /** The page's records. */
  aSlice(read: Read<User>, window: Window, call: Call): User[]
  /** pagination.total: the whole list's (2). */
  aTotal(total: number, users: readonly User[], call: Call): number
  /** pagination.total_pages (2). */
  aTotalPages(total: number, perPage: number, call: Call): number
  /** pagination.page: the page returned (2). */
  aEchoPage(page: bigint, call: Call): unknown
  /** pagination.per_page (2). */
  aEchoPerPage(perPage: number, call: Call): unknown
  /** A record's id (2): a number here, any ascending ids are legal. */
  aUserId(id: number): unknown
  /** A record (2: fields not shown beyond the id). */
  aUserJson(user: User, id: unknown, call: Call): unknown
  /** The page envelope (2). */
  aEnvelope(data: unknown[], pagination: Pagination, call: Call): unknown
}

const MAX = 100n

export const a: ADecisions = {
  aPageDefault: () => 1n,
  aPerPageDefault: () => 25n,
  aInteger: (text) => (INTEGER.test(text) ? BigInt(text) : undefined),
  aNotInteger: (_text, parameter) => ({ parameter, problem: 'must be an integer' }),
  aPage: (page) => (page < 1n ? { parameter: 'page', problem: 'must be 1 or more' } : page),
  aPerPage: (perPage) => {
    if (perPage < 1n) return { parameter: 'per_page', problem: 'must be 1 or more' }
    if (perPage <= MAX) return Number(perPage)
    return A_PER_PAGE_ABOVE_MAX === 'clamp' ? Number(MAX) : { parameter: 'per_page', problem: 'must be 100 or less' }
  },
  aInstant: instant,
  aNotInstant: () => ({ parameter: 'updated_since', problem: 'must be an ISO 8601 timestamp' }),
  aSince: (since) => since,
  aSinceCounted: (since) => since,
  aUpdatedSince: (user, since) => user.updatedAt > since || (A_SINCE_INCLUSIVE && user.updatedAt === since),
  aProblemError: (problems) => ({
    ...A_INVALID,
    message: problems.map(({ parameter, problem }) => `${parameter} ${problem}`).join('; '),
  }),
  aCompanyRead: (key) => key.companyId,
  aOrderBy: () => 'id',
  aPastEnd: (page) => page,
  aOffset: (page, perPage) => (page - 1n) * BigInt(perPage),
  aLimit: (perPage) => perPage,
  aSlice: (read, { offset, limit }) => read(offset, limit),
  aTotal: (total) => total,
  aTotalPages: (total, perPage) => Math.ceil(total / perPage),
  aEchoPage: (page) => page,
  aEchoPerPage: (perPage) => perPage,
  aUserId: (id) => id,
  aUserJson: ({ name, email, createdAt, updatedAt }, id) => ({
    id,
    name,
    email,
    created_at: isoMicros(createdAt),
    updated_at: isoMicros(updatedAt),
  }),
  aEnvelope: (data, pagination) => ({ data, pagination }),
}
