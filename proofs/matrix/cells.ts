import { changesData, type Operation } from '@wachta/resource'
import { extractTexts } from './archive.ts'
import { findCanaries } from './canaries.ts'
import {
  changedSince,
  changesNothing,
  type Fingerprints,
  findUnexpectedChanges,
  fingerprints,
  reach,
} from './effects.ts'
import { expectedOf } from './expected.ts'
import type { Flags } from './flags.ts'
import { mayCallWith } from './key-scopes.ts'
import {
  absentTwin,
  grantedCanaries,
  isLockedOut,
  type Target,
  targetFlags,
  verdict,
  visibleCanaries,
} from './oracle.ts'
import { mismatchesOf, outcomeOf } from './outcome.ts'
import type { Cell } from './report.ts'
import { namesRows, pathOf, requestOf, targetsOf } from './requests.ts'
import type { Role } from './roles.ts'
import { type Rule, ruleOf } from './rules.ts'
import type { ApiSandbox, Reply, SandboxRequest } from './sandbox.ts'
import { hashToNumber, selectOneOfEach } from './thin.ts'
import type { AccountTrees } from './trees.ts'

/** Everything that the parts of the proof need. */
export interface Proof {
  readonly sandbox: ApiSandbox
  readonly trees: AccountTrees
  readonly roles: readonly Role[]
  /** Roles with API keys, which are tested separately. */
  readonly keyRoles: readonly Role[]
  readonly operations: readonly Operation[]
  /** Whether to test one cell of each kind instead of all. */
  readonly thin: boolean
  /** The ways of querying lists that are tested; by default all. */
  readonly looks?: RegExp
}

/** The roles for which a thin matrix makes all allowed calls. */
const fewRoles = ['sub-account', 'reseller', 'administrator']

/** Calls every operation with every role on every target, and compares outcome and permission flags with the oracle. */
export async function callCells(proof: Proof): Promise<Cell[]> {
  const { trees, thin } = proof
  return callTargets(proof, proof.roles, (operation, rule, role) => {
    const targets = targetsOf(rule, role, trees)
    const words = `${operation.id} ${role.name}`
    // A locked-out role is rejected for every target, so a sample of targets is enough.
    if (!thin)
      return isLockedOut(role)
        ? targets.filter((one, index) => index === 0 || hashToNumber(`${words} ${one?.label}`) % 4 === 0)
        : targets
    const expected = (target: Target | null) => verdict(rule, role, target, trees)
    return selectOneOfEach(targets, words, expected).filter((one) =>
      expected(one) === 'allowed'
        ? fewRoles.includes(role.name) || hashToNumber(words) % 5 === 0
        : hashToNumber(`${words} ${expected(one)}`) % 7 === 0,
    )
  })
}

/** Calls each operation with the given roles on the given targets. */
export async function callTargets(
  proof: Proof,
  roles: readonly Role[],
  targets: (operation: Operation, rule: Rule, role: Role) => readonly (Target | null)[],
): Promise<Cell[]> {
  const before = await proof.sandbox.withRollback(() => fingerprints(proof.sandbox))
  const cells: Cell[] = []
  for (const role of roles) {
    const caller = callerOf(proof, role, before)
    for (const operation of proof.operations) {
      const rule = ruleOf(operation)
      for (const target of rule ? targets(operation, rule, role) : [])
        if (rule) cells.push(await cellOf(caller, operation, rule, target))
    }
  }
  return cells
}

/** Makes the calls of a role. */
interface Caller {
  readonly role: Role
  readonly trees: AccountTrees
  readonly mayShow: ReadonlySet<string>
  /** Makes the call and returns the accounts whose data it changed. */
  call(operation: Operation, target: Target | null): Promise<{ reply: Reply; changed: readonly number[] }>
  /** Reads the permission flag that the operation needs, as the role sees it. */
  flag(operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null>
  /** Returns the response for a row that does not exist. */
  absence(operation: Operation, rule: Rule, target: Target | null): Promise<string | undefined>
}

function callerOf({ sandbox, trees }: Proof, role: Role, before: Fingerprints): Caller {
  const absences = new Map<string, Promise<Reply>>()
  return {
    role,
    trees,
    mayShow: visibleCanaries(role, trees),
    flag: flagReader(sandbox, role, trees),
    async call(operation, target) {
      const asked = requestOf(operation, target, trees)
      const call = () => sandbox.call(asked, role.session?.authorization)
      if (!changesData(operation)) return { reply: await call(), changed: [] }
      return sandbox.withRollback(async () => ({ reply: await call(), changed: await changedSince(before, sandbox) }))
    },
    async absence(operation, rule, target) {
      if (target?.members || target?.needs || (target?.thing && namesRows(operation)))
        return (await callAndRollBack(sandbox, requestOf(operation, absentTwin(role, target), trees), role)).text
      const absent = targetsOf(rule, role, trees).find((target) => target?.absent)
      if (!absent) return undefined
      const answer = absences.get(operation.id) ?? callAndRollBack(sandbox, requestOf(operation, absent, trees), role)
      absences.set(operation.id, answer)
      return (await answer).text
    },
  }
}

async function cellOf(caller: Caller, operation: Operation, rule: Rule, target: Target | null): Promise<Cell> {
  const { role, trees, mayShow } = caller
  const { reply, changed } = await caller.call(operation, target)
  const expected = expectedOf(operation, rule, role, target, trees)
  const outcome = outcomeOf(reply)
  // A caller without the scope is rejected before flags count, and a key of one scope cannot read most of them.
  const isAsked = mayCallWith(operation, role) && role.key?.scopes.length !== 1
  const flag = isAsked ? await caller.flag(operation, rule, target) : null
  const granted = expected === 'allowed' ? grantedCanaries(rule, target, trees) : []
  const foreign = (await extractTexts(reply))
    .flatMap(findCanaries)
    .filter((word) => !mayShow.has(word) && !granted.includes(word))
  // The response for a hidden row must be exactly that for a row that does not exist.
  const absence = expected === 'hidden' && !rule.leadsTo ? await caller.absence(operation, rule, target) : undefined
  const showsFlags = operation.id.endsWith('_permissions') && reply.status === 200
  return {
    operation: operation.id,
    role: role.name,
    target: target?.label ?? '-',
    expected,
    flag,
    outcome: `${outcome} (${reply.status})`,
    done: reply.status < 400,
    leaks: [
      ...(expected !== 'allowed' && reply.status < 400 ? ['the call went through'] : []),
      ...foreign.map((word) => `shows ${word}`),
      ...findUnexpectedChanges(changed, expected === 'allowed' ? reach(role, rule, target, trees) : changesNothing),
      ...(absence === undefined || absence === reply.text ? [] : ['differs from the answer for what does not exist']),
    ],
    mismatches: [
      ...mismatchesOf(expected, outcome, flag),
      ...(showsFlags && target ? wrongFlags(JSON.parse(reply.text) as Flags, targetFlags(rule, role, target)) : []),
    ],
  }
}

/** Compares all shown flags, also those that no operation needs yet. */
const wrongFlags = (shown: Flags, must: Flags): string[] =>
  [...new Set([...Object.keys(shown), ...Object.keys(must)])]
    .filter((flag) => shown[flag] !== must[flag])
    .map((flag) => `shows ${flag} as ${shown[flag]}`)

/** Creates a cached reader of the permission flags that operations need, as the caller sees them. */
function flagReader(sandbox: ApiSandbox, role: Role, trees: AccountTrees) {
  const known = new Map<string, Promise<Record<string, boolean>>>()
  return async (operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null> => {
    if (rule.unflagged && !operation.on) return null
    const { resource, flag } = operation.on ?? { resource: rule.on ?? rule.under, flag: rule.flag }
    if (resource === undefined || flag === undefined || !target || target.members) return null
    const isOpen = role.scope === 'anonymous' && rule.open === true
    const key = `${resource} ${target.key} ${target.more} ${isOpen}`
    const flags = known.get(key) ?? readFlags(sandbox, role, resource, target, isOpen)
    known.set(key, flags)
    const held = (await flags)[flag] ?? false
    return (rule.leadsTo || target.needs) && held ? verdict(rule, role, target, trees) === 'allowed' : held
  }
}

async function readFlags(
  sandbox: ApiSandbox,
  role: Role,
  resource: string,
  target: Target,
  isOpen: boolean,
): Promise<Record<string, boolean>> {
  const named = (id: string) => sandbox.operations.find((operation) => operation.id === id)
  const own = named(`read_${resource}_permissions`)
  // If a record is public but its flags are not, read them as embedded in the record.
  const direct = isOpen && own?.access !== 'public' ? undefined : own
  const reading = direct ?? named(`read_${resource}`)
  const path = reading && pathOf(reading, target)
  const asked = { method: 'GET', path: `${path}${direct ? '' : '?embed=permissions'}` }
  const { status, text } = await sandbox.call(asked, role.session?.authorization)
  if (status !== 200) return {}
  const body = JSON.parse(text) as Record<string, boolean> & { permissions: Record<string, boolean> }
  return direct ? body : body.permissions
}

/** Makes a call of the role and rolls it back. */
export const callAndRollBack = (sandbox: ApiSandbox, asked: SandboxRequest, { session }: Role): Promise<Reply> =>
  sandbox.withRollback(() => sandbox.call(asked, session?.authorization))
