import type { AnyResource, Operation } from '@wachta/resource'
import { canary, findCanaries } from './canaries.ts'
import type { Proof } from './cells.ts'
import { changeHidden } from './hidden.ts'
import { mayCallWith } from './key-scopes.ts'
import { isThing, kindOf, pluralOf } from './kinds.ts'
import { type Look, listLooks, toRequest } from './looks.ts'
import { getVisible, isLockedOut, type Target, verdict, visibleCanaries } from './oracle.ts'
import type { Cell } from './report.ts'
import { requestOf, targetsOf } from './requests.ts'
import type { Role } from './roles.ts'
import { embeddedFaults, identityOf, type Row, readableIds } from './rows.ts'
import { type Rule, ruleOf } from './rules.ts'
import type { Reply, SandboxRequest } from './sandbox.ts'
import { hashToNumber } from './thin.ts'

/**
 * Resources that are the same for all, or belong to one row: only a few roles test every query on them; every role
 * tests the others.
 */
const closeLooks: Readonly<Record<string, readonly string[]>> = {
  open: ['anonymous'],
  list_packages_for_new_accounts: ['anonymous', 'owner'],
  search_default_templates: ['stranger'],
  list_default_templates: ['stranger'],
  list_account_audits: ['additional user', 'reseller', 'read-only administrator'],
  list_account_authentications: ['additional user', 'reseller', 'read-only administrator'],
}

/** The roles that test every query on resources of accounts: something is hidden from each of them in another way. */
const closeRoles = ['sub-account', 'reseller', 'stranger']

/** The queries that every role sends to every list. */
const usualLooks = /^(?:plain|limit 0|query.*|embed permissions)$/

/** A list that a role queries. */
interface List {
  readonly role: Role
  readonly operation: Operation
  readonly rule: Rule
  readonly target: Target | null
  readonly resource: AnyResource
  readonly looks: readonly Look[]
  /** Whether it hides anything from anyone. */
  readonly hides: boolean
}

/**
 * Sends every query that the names of a list allow as every role: the response contains exactly the rows that the role
 * may read, and is the same after everything hidden from the role has changed.
 */
export async function searchCells(proof: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const role of proof.roles.filter((one) => !isLockedOut(one)))
    await proof.sandbox.withRollback(async () => {
      const looked: { list: List; look: Look; replies: Reply[] }[] = []
      for (const list of proof.operations.flatMap((operation) => listOf(operation, role, proof)))
        for (const look of list.looks) looked.push({ list, look, replies: await lookAt(proof, list, look) })
      await changeHidden(proof.sandbox, role, proof.trees)
      for (const { list, look, replies } of looked) {
        const again = list.hides && role.scope !== 'administrator' ? await lookAt(proof, list, look) : replies
        cells.push(judge(proof, list, look, replies, again))
      }
    })
  return cells
}

/** The list that an operation returns to the role; if it needs a row, the first that the role may use. */
function listOf(operation: Operation, role: Role, { sandbox, trees, thin, looks: chosenLooks }: Proof): List[] {
  const rule = ruleOf(operation)
  if (rule?.kind !== 'list' || !mayCallWith(operation, role)) return []
  const target = targetsOf(rule, role, trees).find((one) => verdict(rule, role, one, trees) === 'allowed')
  if (target === undefined) return []
  const rows =
    { 'offered package': 'package', 'channel of a package': 'notification_channel' }[rule.rows ?? ''] ?? rule.rows ?? ''
  const resource = sandbox.registry.get(rows)
  const isOpen = trees.words.has(rows === 'error_type' ? 'error_types' : (resource.serve?.path.split('/').at(-1) ?? ''))
  const hasSearch = operation.method === 'GET' && (resource.serve?.operations.includes('search') ?? false)
  const few = closeLooks[isOpen ? 'open' : operation.id]
  const thing = isThing(rows) && !few
  const closely = thing || thin ? looksClosely(operation, role, rows, thin, few) : (few?.includes(role.name) ?? true)
  if (thin && !closely && hashToNumber(`${operation.id} ${role.name}`) % 4 !== 0) return []
  const looks = listLooks(resource, sandbox.registry, hiddenWords(role, rows, trees)).filter(({ label, shows }) => {
    if (chosenLooks) return chosenLooks.test(label)
    if (!closely) return few ? label === 'plain' : usualLooks.test(label)
    if (thin && !usualLooks.test(label) && hashToNumber(`${rows} ${label}`) % 2 !== 0) return false
    // The accepted names are the same for everyone.
    if (thing && shows === 'refusal') return role.name === (thin ? chosen(rows) : closeRoles[0])
    // A list is the same search as the one with POST.
    return !hasSearch || !/^embed .*\.|^sort [^-]/.test(label)
  })
  return [{ role, operation, rule, target, resource, looks, hides: !isOpen && !hasSearch }]
}

function looksClosely(
  { id }: Operation,
  { name }: Role,
  rows: string,
  thin: boolean,
  few?: readonly string[],
): boolean {
  if (few) return few[0] === name
  if (isThing(rows) && id !== closeList(rows)) return false
  return thin ? name === chosen(rows) : closeRoles.includes(name)
}

/** The operation that tests every query on a resource: the search, if it has one. */
function closeList(rows: string): string {
  const { serves = 'search', collections = [] } = kindOf(rows)
  return serves.includes('search') ? `search_${pluralOf(rows)}` : `list_${collections[0]}_${pluralOf(rows)}`
}

/** The role for a reduced run. */
const chosen = (rows: string): string => closeRoles[hashToNumber(rows) % closeRoles.length] ?? ''

/** Words that occur only in rows that the role may not read. */
function hiddenWords(role: Role, rows: string, trees: Proof['trees']): string[] {
  const { accounts, packages, sessions, things } = getVisible(role, trees)
  if (isThing(rows)) {
    const unseen = trees.things.filter((one) => one.resource === rows && one.word !== null && !things.has(one))
    return unseen.slice(0, 2).flatMap(({ word }) => word ?? [])
  }
  const first = <T extends { number: number }>(
    kind: 'account' | 'package' | 'session',
    all: readonly T[],
    seen: readonly T[],
  ) =>
    all
      .filter((one) => !seen.includes(one))
      .slice(0, 2)
      .map(({ number }) => canary(kind, number))
  if (rows === 'account') return first('account', trees.holders, accounts)
  if (rows === 'package') return first('package', trees.packages, packages)
  return rows === 'session' ? first('session', trees.sessions, sessions) : []
}

async function lookAt({ sandbox, trees }: Proof, { role, operation, target }: List, look: Look): Promise<Reply[]> {
  const replies: Reply[] = []
  const { path } = requestOf({ ...operation, bodyOptional: true }, target, trees)
  for (const request of look.requests) {
    const asked: SandboxRequest = toRequest(operation.method, path, request)
    replies.push(await sandbox.call(asked, role.session?.authorization))
  }
  return replies
}

function judge(proof: Proof, list: List, look: Look, replies: readonly Reply[], again: readonly Reply[]): Cell {
  const { role, operation, target } = list
  const mayShow = visibleCanaries(role, proof.trees)
  const foreign = replies.flatMap(({ text }) => findCanaries(text)).filter((word) => !mayShow.has(word))
  const differs = replies.some(({ text, total }, index) => text !== again[index]?.text || total !== again[index]?.total)
  const { strangers, faults } = contents(proof, list, look, replies)
  return {
    operation: operation.id,
    role: role.name,
    target: [target?.label, look.label].filter(Boolean).join(', '),
    expected: look.shows,
    flag: null,
    outcome: replies.map(({ status, total }) => `${status} ${total ?? ''}`.trim()).join(' + '),
    done: replies.every(({ status }) => status < 400),
    leaks: [
      ...foreign.map((word) => `shows ${word}`),
      ...strangers.map((id) => `shows ${id}`),
      ...(differs ? ['depends on what is hidden'] : []),
    ],
    mismatches: faults,
  }
}

/** Whether the rows are the expected ones, and what else is wrong with them. */
function contents(
  { trees }: Proof,
  { role, rule, target, resource }: List,
  look: Look,
  replies: readonly Reply[],
): { strangers: unknown[]; faults: string[] } {
  if (look.shows === 'refusal')
    return { strangers: [], faults: replies.every(({ status }) => status === 400) ? [] : ['was not refused'] }
  if (replies.some(({ status }) => status !== 200)) return { strangers: [], faults: ['was refused'] }
  const must = readableIds(role, trees, rule.rows ?? '', target, rule)
  const totals = replies.reduce((sum, { total }) => sum + Number(total), 0)
  if (look.shows === 'number')
    return { strangers: [], faults: totals === must.size ? [] : [`counts ${totals}, not ${must.size}`] }
  const rows = replies.flatMap(({ text }) => JSON.parse(text) as Row[])
  const ids = rows.map((row) => identityOf(resource.name, row))
  const size = { whole: must.size, nothing: 0, part: undefined }[look.shows]
  return {
    strangers: ids.filter((id) => !must.has(id)),
    faults: [
      ...(size !== undefined && new Set(ids).size !== size ? [`shows ${new Set(ids).size} rows, not ${size}`] : []),
      ...(size !== undefined && ids.length !== size ? ['shows rows twice'] : []),
      ...(totals === rows.length ? [] : [`counts ${totals} rows, shows ${rows.length}`]),
      ...(look.embed === undefined ? [] : embeddedFaults({ role, trees, resource }, look.embed, rows)),
    ],
  }
}
