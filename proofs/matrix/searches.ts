import type { AnyResource, Operation } from '@wachta/resource'
import { createCanary, findCanaries } from './canaries.ts'
import type { Proof } from './cells.ts'
import { changeHidden } from './hidden.ts'
import { mayCallWith } from './key-scopes.ts'
import { getKind, getPlural, isThing } from './kinds.ts'
import { buildListQueries, type ListQuery, toRequest } from './looks.ts'
import { getVerdict, getVisible, getVisibleCanaries, isLockedOut, type Target } from './oracle.ts'
import type { Cell } from './report.ts'
import { buildRequest, listTargets } from './requests.ts'
import type { Role } from './roles.ts'
import { findEmbeddedFaults, getIdentity, getReadableIds, type Row } from './rows.ts'
import { findRule, type Rule } from './rules.ts'
import type { Reply, SandboxRequest } from './sandbox.ts'
import { hashToNumber } from './thin.ts'

/**
 * Lists that are the same for every caller, or belong to one row, each with the few roles that test every query on it;
 * the other roles send only the plain query. A reduced run uses only the first of these roles.
 */
const closeRolesByList: Readonly<Record<string, readonly string[]>> = {
  open: ['anonymous'],
  list_packages_for_new_accounts: ['anonymous', 'owner'],
  search_default_templates: ['stranger'],
  list_default_templates: ['stranger'],
  list_account_audits: ['additional user', 'reseller', 'read-only administrator'],
  list_account_authentications: ['additional user', 'reseller', 'read-only administrator'],
}

/** The roles that test every query on resources of accounts: rows are hidden from each of them in another way. */
const closeRoles = ['sub-account', 'reseller', 'stranger']

/** The queries that every role sends to every list. */
const usualQuery = /^(?:plain|limit 0|query.*|embed permissions)$/

/** A list that a role queries. */
interface List {
  readonly role: Role
  readonly operation: Operation
  readonly rule: Rule
  readonly target: Target | null
  readonly resource: AnyResource
  readonly queries: readonly ListQuery[]
  /** Whether it hides anything from anyone. */
  readonly hidesRows: boolean
}

/**
 * Sends every query that the names of a list allow as every role: the response contains exactly the rows that the role
 * may read, and is the same after everything hidden from the role has changed.
 */
export async function collectSearchCells(proof: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const role of proof.roles.filter((one) => !isLockedOut(one)))
    await proof.sandbox.withRollback(async () => {
      const sentQueries: { list: List; look: ListQuery; replies: Reply[] }[] = []
      for (const list of proof.operations.flatMap((operation) => getLists(operation, role, proof)))
        for (const look of list.queries) sentQueries.push({ list, look, replies: await sendQuery(proof, list, look) })
      await changeHidden(proof.sandbox, role, proof.trees)
      for (const { list, look, replies } of sentQueries) {
        const again = list.hidesRows && role.scope !== 'administrator' ? await sendQuery(proof, list, look) : replies
        cells.push(createCell(proof, list, look, replies, again))
      }
    })
  return cells
}

/** The list that an operation returns to the role; if it needs a row, the first that the role may use. */
function getLists(operation: Operation, role: Role, { sandbox, trees, thin, looks: chosenLooks }: Proof): List[] {
  const rule = findRule(operation)
  if (rule?.kind !== 'list' || !mayCallWith(operation, role)) return []
  const target = listTargets(rule, role, trees).find((one) => getVerdict(rule, role, one, trees) === 'allowed')
  if (target === undefined) return []
  const rows =
    { 'offered package': 'package', 'channel of a package': 'notification_channel' }[rule.rows ?? ''] ?? rule.rows ?? ''
  const resource = sandbox.registry.get(rows)
  const isOpen = trees.words.has(rows === 'error_type' ? 'error_types' : (resource.serve?.path.split('/').at(-1) ?? ''))
  const hasSearch = operation.method === 'GET' && (resource.serve?.operations.includes('search') ?? false)
  const listRoles = closeRolesByList[isOpen ? 'open' : operation.id]
  const thing = isThing(rows) && !listRoles
  const isClose =
    thing || thin ? sendsEveryQuery(operation, role, rows, thin, listRoles) : (listRoles?.includes(role.name) ?? true)
  if (thin && !isClose && hashToNumber(`${operation.id} ${role.name}`) % 4 !== 0) return []
  const queries = buildListQueries(resource, sandbox.registry, getHiddenWords(role, rows, trees)).filter(
    ({ label, shows }) => {
      if (chosenLooks) return chosenLooks.test(label)
      if (!isClose) return listRoles ? label === 'plain' : usualQuery.test(label)
      if (thin && !usualQuery.test(label) && hashToNumber(`${rows} ${label}`) % 2 !== 0) return false
      // The accepted names are the same for everyone.
      if (thing && shows === 'refusal') return role.name === (thin ? chooseRole(rows) : closeRoles[0])
      // A list is the same search as the one with POST, which already tests these queries.
      return !hasSearch || !/^embed .*\.|^sort [^-]/.test(label)
    },
  )
  return [{ role, operation, rule, target, resource, queries, hidesRows: !isOpen && !hasSearch }]
}

function sendsEveryQuery(
  { id }: Operation,
  { name }: Role,
  rows: string,
  thin: boolean,
  few?: readonly string[],
): boolean {
  if (few) return few[0] === name
  if (isThing(rows) && id !== getCloseOperation(rows)) return false
  return thin ? name === chooseRole(rows) : closeRoles.includes(name)
}

/** The operation that tests every query on a resource: the search, if it has one. */
function getCloseOperation(rows: string): string {
  const { serves = 'search', collections = [] } = getKind(rows)
  return serves.includes('search') ? `search_${getPlural(rows)}` : `list_${collections[0]}_${getPlural(rows)}`
}

/** The role for a reduced run. */
const chooseRole = (rows: string): string => closeRoles[hashToNumber(rows) % closeRoles.length] ?? ''

/** Words that occur only in rows that the role may not read. */
function getHiddenWords(role: Role, rows: string, trees: Proof['trees']): string[] {
  const { accounts, packages, sessions, things } = getVisible(role, trees)
  if (isThing(rows)) {
    const unseen = trees.things.filter((one) => one.resource === rows && one.word !== null && !things.has(one))
    return unseen.slice(0, 2).flatMap(({ word }) => word ?? [])
  }
  const getFirstHidden = <T extends { number: number }>(
    kind: 'account' | 'package' | 'session',
    all: readonly T[],
    seen: readonly T[],
  ) =>
    all
      .filter((one) => !seen.includes(one))
      .slice(0, 2)
      .map(({ number }) => createCanary(kind, number))
  if (rows === 'account') return getFirstHidden('account', trees.holders, accounts)
  if (rows === 'package') return getFirstHidden('package', trees.packages, packages)
  return rows === 'session' ? getFirstHidden('session', trees.sessions, sessions) : []
}

async function sendQuery(
  { sandbox, trees }: Proof,
  { role, operation, target }: List,
  look: ListQuery,
): Promise<Reply[]> {
  const replies: Reply[] = []
  const { path } = buildRequest({ ...operation, bodyOptional: true }, target, trees)
  for (const request of look.requests) {
    const sandboxRequest: SandboxRequest = toRequest(operation.method, path, request)
    replies.push(await sandbox.call(sandboxRequest, role.session?.authorization))
  }
  return replies
}

function createCell(
  proof: Proof,
  list: List,
  look: ListQuery,
  replies: readonly Reply[],
  laterReplies: readonly Reply[],
): Cell {
  const { role, operation, target } = list
  const allowedCanaries = getVisibleCanaries(role, proof.trees)
  const foreignCanaries = replies.flatMap(({ text }) => findCanaries(text)).filter((word) => !allowedCanaries.has(word))
  const differs = replies.some(
    ({ text, total }, index) => text !== laterReplies[index]?.text || total !== laterReplies[index]?.total,
  )
  const { strangers, faults } = checkContents(proof, list, look, replies)
  return {
    operation: operation.id,
    role: role.name,
    target: [target?.label, look.label].filter(Boolean).join(', '),
    expected: look.shows,
    flag: null,
    outcome: replies.map(({ status, total }) => `${status} ${total ?? ''}`.trim()).join(' + '),
    done: replies.every(({ status }) => status < 400),
    leaks: [
      ...foreignCanaries.map((word) => `shows ${word}`),
      ...strangers.map((id) => `shows ${id}`),
      ...(differs ? ['depends on what is hidden'] : []),
    ],
    mismatches: faults,
  }
}

/** Whether the rows are the expected ones, and what else is wrong with them. */
function checkContents(
  { trees }: Proof,
  { role, rule, target, resource }: List,
  look: ListQuery,
  replies: readonly Reply[],
): { strangers: unknown[]; faults: string[] } {
  if (look.shows === 'refusal')
    return { strangers: [], faults: replies.every(({ status }) => status === 400) ? [] : ['was not rejected'] }
  if (replies.some(({ status }) => status !== 200)) return { strangers: [], faults: ['was rejected'] }
  const expectedIds = getReadableIds(role, trees, rule.rows ?? '', target, rule)
  const totals = replies.reduce((sum, { total }) => sum + Number(total), 0)
  if (look.shows === 'number')
    return { strangers: [], faults: totals === expectedIds.size ? [] : [`counts ${totals}, not ${expectedIds.size}`] }
  const rows = replies.flatMap(({ text }) => JSON.parse(text) as Row[])
  const ids = rows.map((row) => getIdentity(resource.name, row))
  const size = { whole: expectedIds.size, nothing: 0, part: undefined }[look.shows]
  return {
    strangers: ids.filter((id) => !expectedIds.has(id)),
    faults: [
      ...(size !== undefined && new Set(ids).size !== size ? [`shows ${new Set(ids).size} rows, not ${size}`] : []),
      ...(size !== undefined && ids.length !== size ? ['shows rows twice'] : []),
      ...(totals === rows.length ? [] : [`counts ${totals} rows, shows ${rows.length}`]),
      ...(look.embed === undefined ? [] : findEmbeddedFaults({ role, trees, resource }, look.embed, rows)),
    ],
  }
}
