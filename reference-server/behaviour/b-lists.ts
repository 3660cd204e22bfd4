import { B_INVALID, INTEGER } from '../choices.ts'
import type {
  Call,
  Company,
  Dataset,
  ErrorSpec,
  Item,
  KeyRecord,
  ListName,
  Problem,
  Project,
  Read,
  Window,
} from '../types.ts'

export interface ListPage {
  items: unknown[]
  total: unknown
  page: unknown
  size: unknown
  pages: unknown
}

/** Variant B: projects, datasets, nodes, company; `call.endpoint` says which. */
export interface BListDecisions {
  /** Page of a list when left out: 1 (4, 8). */
  bPageDefault(call: Call): bigint
  /** Size of a list when left out: 50 (4, 8). */
  bSizeDefault(call: Call): bigint
  /** The integer that a parameter's text is, if it is one; rows too. */
  bInteger(text: string, parameter: 'page' | 'size', call: Call): bigint | undefined
  /** A page or size that is no integer (not shown): refused; rows too. */
  bNotInteger(text: string, parameter: 'page' | 'size', call: Call): bigint | Problem
  /** 1 or more (4); below 1: refused (7). */
  bPage(page: bigint, call: Call): bigint | Problem
  /** 1 to 100 (4); others: refused (7). */
  bSize(size: bigint, call: Call): number | Problem
  /** 422 validation_error (7); rows too. */
  bProblemError(problems: readonly Problem[], call: Call): ErrorSpec
  /** What names the parameter (7: structure not shown). */
  bDetails(problems: readonly Problem[], call: Call): unknown
  /** Whose projects are listed: the key's company's (1). */
  bCompanyRead(key: KeyRecord, call: Call): number
  /** Whether a key reads a project: only its company's (1). */
  bProjectVisible(project: Project, key: KeyRecord, call: Call): boolean
  /** Whether a dataset is found under a project: only its own. */
  bDatasetVisible(dataset: Dataset, project: Project, call: Call): boolean
  /** Whose datasets or nodes are listed: those of the project in the path (4). */
  bProjectRead(project: Project, call: Call): number
  /** SQL order of a list: none is promised. */
  bOrderBy(call: Call): string
  /** The page that is read for a page beyond the last: itself, which is empty (4.2). */
  bPastEnd(page: bigint, pages: number, call: Call): bigint
  /** Items before the page. */
  bOffset(page: bigint, size: number, call: Call): bigint
  /** Items on the page. */
  bLimit(size: number, call: Call): number
  /** The page's items. */
  bSlice(read: Read<Item>, window: Window, call: Call): Item[]
  /** total: the whole list's, on every page (2, 4.2). */
  bTotal(total: number, items: readonly Item[], call: Call): number
  /** pages (2). */
  bPages(total: number, size: number, call: Call): number
  /** page: the requested one (2). */
  bEchoPage(page: bigint, call: Call): unknown
  /** size: the requested one (2). */
  bEchoSize(size: number, call: Call): unknown
  /** An item's id (not shown), also in paths. */
  bItemId(list: ListName, id: number): unknown
  /** An item (fields not shown). */
  bItemJson(item: Item, id: unknown, call: Call): unknown
  /** The list page (2). */
  bEnvelope(page: ListPage, call: Call): unknown
  /** The company resource (not shown). */
  bCompanyJson(company: Company, call: Call): unknown
}

const IDS = { projects: 'prj', datasets: 'dst', nodes: 'nod' } as const

export const bLists: BListDecisions = {
  bPageDefault: () => 1n,
  bSizeDefault: () => 50n,
  bInteger: (text) => (INTEGER.test(text) ? BigInt(text) : undefined),
  bNotInteger: (_text, parameter) => ({ parameter, problem: 'must be an integer' }),
  bPage: (page) => (page < 1n ? { parameter: 'page', problem: 'must be 1 or more' } : page),
  bSize: (size) =>
    size < 1n || size > 100n ? { parameter: 'size', problem: 'must be between 1 and 100' } : Number(size),
  bProblemError: () => ({ ...B_INVALID, message: 'The query parameters are not valid' }),
  bDetails: (problems) => problems.map(({ parameter, problem }) => ({ parameter, message: problem })),
  bCompanyRead: (key) => key.companyId,
  bProjectVisible: (project, key) => project.companyId === key.companyId,
  bDatasetVisible: (dataset, project) => dataset.projectId === project.id,
  bProjectRead: (project) => project.id,
  bOrderBy: () => 'id',
  bPastEnd: (page) => page,
  bOffset: (page, size) => (page - 1n) * BigInt(size),
  bLimit: (size) => size,
  bSlice: (read, { offset, limit }) => read(offset, limit),
  bTotal: (total) => total,
  bPages: (total, size) => Math.ceil(total / size),
  bEchoPage: (page) => page,
  bEchoSize: (size) => size,
  bItemId: (list, id) => `${IDS[list]}_${String(id).padStart(5, '0')}`,
  bItemJson: ({ name, createdAt }, id) => ({ id, name, created_at: new Date(createdAt).toISOString() }),
  bEnvelope: (page) => page,
  bCompanyJson: ({ id, name }) => ({ id: `com_${id}`, name }),
}
