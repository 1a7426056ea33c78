import { changesData, type Operation } from '@wachta/resource'
import { createChangePredicate, type Fingerprints, findChangedAccounts, takeFingerprints } from './effects.ts'
import { expectedOf } from './expected.ts'
import type { Flags } from './flags.ts'
import { mayCallWith } from './key-scopes.ts'
import { listLeaks } from './leaks.ts'
import {
  createAbsentTwin,
  getGrantedCanaries,
  getTargetFlags,
  getVerdict,
  getVisibleCanaries,
  isLockedOut,
  type Target,
} from './oracle.ts'
import { findMismatches, toOutcome } from './outcome.ts'
import type { Cell } from './report.ts'
import { buildPath, buildRequest, listTargets, namesRows } from './requests.ts'
import type { Role } from './roles.ts'
import { findRule, type Rule } from './rules.ts'
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
const thinRoles = ['sub-account', 'reseller', 'administrator']

/** Calls every operation with every role on every target, and compares outcome and permission flags with the oracle. */
export async function callCells(proof: Proof): Promise<Cell[]> {
  const { trees, thin } = proof
  return callTargets(proof, proof.roles, (operation, rule, role) => {
    const targets = listTargets(rule, role, trees)
    const hashKey = `${operation.id} ${role.name}`
    // A locked-out role is rejected for every target, so a sample of targets is enough.
    if (!thin)
      return isLockedOut(role)
        ? targets.filter((one, index) => index === 0 || hashToNumber(`${hashKey} ${one?.label}`) % 4 === 0)
        : targets
    const expected = (target: Target | null) => getVerdict(rule, role, target, trees)
    return selectOneOfEach(targets, hashKey, expected).filter((one) =>
      expected(one) === 'allowed'
        ? thinRoles.includes(role.name) || hashToNumber(hashKey) % 5 === 0
        : hashToNumber(`${hashKey} ${expected(one)}`) % 7 === 0,
    )
  })
}

/** Calls each operation with the given roles on the given targets. */
export async function callTargets(
  proof: Proof,
  roles: readonly Role[],
  selectTargets: (operation: Operation, rule: Rule, role: Role) => readonly (Target | null)[],
): Promise<Cell[]> {
  const before = await proof.sandbox.withRollback(() => takeFingerprints(proof.sandbox))
  const cells: Cell[] = []
  for (const role of roles) {
    const caller = createCaller(proof, role, before)
    for (const operation of proof.operations) {
      const rule = findRule(operation)
      for (const target of rule ? selectTargets(operation, rule, role) : [])
        if (rule) cells.push(await testCell(caller, operation, rule, target))
    }
  }
  return cells
}

/** Makes the calls of a role. */
interface Caller {
  readonly role: Role
  readonly trees: AccountTrees
  readonly allowedCanaries: ReadonlySet<string>
  /** Makes the call and returns the accounts whose data it changed. */
  call(operation: Operation, target: Target | null): Promise<{ reply: Reply; changed: readonly number[] }>
  /** Reads the permission flag that the operation needs, as the role sees it. */
  readFlag(operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null>
  /** Returns the response for a row that does not exist. */
  fetchAbsentText(operation: Operation, rule: Rule, target: Target | null): Promise<string | undefined>
}

function createCaller({ sandbox, trees }: Proof, role: Role, before: Fingerprints): Caller {
  const absentReplies = new Map<string, Promise<Reply>>()
  return {
    role,
    trees,
    allowedCanaries: getVisibleCanaries(role, trees),
    readFlag: createFlagReader(sandbox, role, trees),
    async call(operation, target) {
      const request = buildRequest(operation, target, trees)
      const call = () => sandbox.call(request, role.session?.authorization)
      if (!changesData(operation)) return { reply: await call(), changed: [] }
      return sandbox.withRollback(async () => ({
        reply: await call(),
        changed: await findChangedAccounts(before, sandbox),
      }))
    },
    async fetchAbsentText(operation, rule, target) {
      if (target?.members || target?.needs || (target?.thing && namesRows(operation)))
        return (await callAndRollBack(sandbox, buildRequest(operation, createAbsentTwin(role, target), trees), role))
          .text
      const absent = listTargets(rule, role, trees).find((target) => target?.absent)
      if (!absent) return undefined
      const reply =
        absentReplies.get(operation.id) ?? callAndRollBack(sandbox, buildRequest(operation, absent, trees), role)
      absentReplies.set(operation.id, reply)
      return (await reply).text
    },
  }
}

async function testCell(caller: Caller, operation: Operation, rule: Rule, target: Target | null): Promise<Cell> {
  const { role, trees, allowedCanaries } = caller
  const { reply, changed } = await caller.call(operation, target)
  const expected = expectedOf(operation, rule, role, target, trees)
  const outcome = toOutcome(reply)
  // A caller without the scope is rejected before flags are checked; a key with one scope cannot read most flags.
  const shouldReadFlag = mayCallWith(operation, role) && role.key?.scopes.length !== 1
  const flag = shouldReadFlag ? await caller.readFlag(operation, rule, target) : null
  const mayCall = expected === 'allowed'
  const granted = mayCall ? getGrantedCanaries(rule, target, trees) : []
  // The response for a hidden row must be exactly that for a row that does not exist.
  const absentText =
    expected === 'hidden' && !rule.getResponseRow ? await caller.fetchAbsentText(operation, rule, target) : undefined
  const showsFlags = operation.id.endsWith('_permissions') && reply.status === 200
  return {
    operation: operation.id,
    role: role.name,
    target: target?.label ?? '-',
    expected,
    flag,
    outcome: `${outcome} (${reply.status})`,
    done: reply.status < 400,
    leaks: await listLeaks(
      { reply, changed, absentText },
      {
        mayCall,
        maySee: (canary) => allowedCanaries.has(canary) || granted.includes(canary),
        ...(mayCall && { mayChange: createChangePredicate(role, rule, target, trees) }),
      },
    ),
    mismatches: [
      ...findMismatches(expected, outcome, flag),
      ...(showsFlags && target
        ? findWrongFlags(JSON.parse(reply.text) as Flags, getTargetFlags(rule, role, target))
        : []),
    ],
  }
}

/** Compares all shown flags, also those that no operation needs yet. */
const findWrongFlags = (shown: Flags, expected: Flags): string[] =>
  [...new Set([...Object.keys(shown), ...Object.keys(expected)])]
    .filter((flag) => shown[flag] !== expected[flag])
    .map((flag) => `shows ${flag} as ${shown[flag]}`)

/** Creates a cached reader of the permission flags that operations need, as the caller sees them. */
function createFlagReader(sandbox: ApiSandbox, role: Role, trees: AccountTrees) {
  const flagsByKey = new Map<string, Promise<Record<string, boolean>>>()
  return async (operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null> => {
    if (rule.unflagged && !operation.on) return null
    const { resource, flag } = operation.on ?? { resource: rule.on ?? rule.under, flag: rule.flag }
    if (resource === undefined || flag === undefined || !target || target.members) return null
    const isOpen = role.scope === 'anonymous' && rule.open === true
    const key = `${resource} ${target.key} ${target.more} ${isOpen}`
    const flags = flagsByKey.get(key) ?? readFlags(sandbox, role, resource, target, isOpen)
    flagsByKey.set(key, flags)
    const isHeld = (await flags)[flag] ?? false
    return (rule.getResponseRow || target.needs) && isHeld
      ? getVerdict(rule, role, target, trees) === 'allowed'
      : isHeld
  }
}

async function readFlags(
  sandbox: ApiSandbox,
  role: Role,
  resource: string,
  target: Target,
  isOpen: boolean,
): Promise<Record<string, boolean>> {
  const findOperation = (id: string) => sandbox.operations.find((operation) => operation.id === id)
  const permissionsOperation = findOperation(`read_${resource}_permissions`)
  // If a record is public but its flags are not, read them as embedded in the record.
  const directOperation = isOpen && permissionsOperation?.access !== 'public' ? undefined : permissionsOperation
  const readOperation = directOperation ?? findOperation(`read_${resource}`)
  const path = readOperation && buildPath(readOperation, target)
  const request = { method: 'GET', path: `${path}${directOperation ? '' : '?embed=permissions'}` }
  const { status, text } = await sandbox.call(request, role.session?.authorization)
  if (status !== 200) return {}
  const body = JSON.parse(text) as Record<string, boolean> & { permissions: Record<string, boolean> }
  return directOperation ? body : body.permissions
}

/** Makes a call of the role and rolls it back. */
export const callAndRollBack = (sandbox: ApiSandbox, request: SandboxRequest, { session }: Role): Promise<Reply> =>
  sandbox.withRollback(() => sandbox.call(request, session?.authorization))
