import { changes, type Operation } from '@wachta/resource'
import { textsIn } from './archive.ts'
import { canariesIn } from './canaries.ts'
import { beyondReach, changedSince, fingerprints, nowhere, type Prints, reach } from './effects.ts'
import { expectedOf } from './expected.ts'
import type { Flags } from './flags.ts'
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
import type { Asked, Reply, Stage } from './stage.ts'
import { lot, thinned } from './thin.ts'
import type { Trees } from './trees.ts'

/** What the proof works with. */
export interface Proof {
  readonly stage: Stage
  readonly trees: Trees
  readonly roles: readonly Role[]
  /** Those who come with API keys; they are tried apart. */
  readonly keyRoles: readonly Role[]
  readonly operations: readonly Operation[]
  /** Whether a part of the cells is enough, of each kind one. */
  readonly thin: boolean
  /** The ways of looking at lists that are tried; all unless given. */
  readonly looks?: RegExp
}

/** Who does all that they may, where a part of the cells is enough. */
const fewRoles = ['sub-account', 'reseller', 'administrator']

/** Every operation, by every role, on every target: the call, what the record says of it, and what must come of it. */
export async function callCells(proof: Proof): Promise<Cell[]> {
  const { trees, thin } = proof
  return cellsFor(proof, proof.roles, (operation, rule, role) => {
    const targets = targetsOf(rule, role, trees)
    const words = `${operation.id} ${role.name}`
    // Whoever is locked out is so whatever the target is: a part of them will do.
    if (!thin)
      return isLockedOut(role)
        ? targets.filter((one, index) => index === 0 || lot(`${words} ${one?.label}`) % 4 === 0)
        : targets
    const expected = (target: Target | null) => verdict(rule, role, target, trees)
    return thinned(targets, words, expected).filter((one) =>
      expected(one) === 'allowed'
        ? fewRoles.includes(role.name) || lot(words) % 3 === 0
        : lot(`${words} ${expected(one)}`) % 4 === 0,
    )
  })
}

/** The calls of the roles, each operation on the targets that are given for it. */
export async function cellsFor(
  proof: Proof,
  roles: readonly Role[],
  targets: (operation: Operation, rule: Rule, role: Role) => readonly (Target | null)[],
): Promise<Cell[]> {
  const before = await proof.stage.scene(() => fingerprints(proof.stage))
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

/** A role at work. */
interface Caller {
  readonly role: Role
  readonly trees: Trees
  readonly mayShow: ReadonlySet<string>
  /** Makes the call, and tells whose things it changed. */
  call(operation: Operation, target: Target | null): Promise<{ reply: Reply; changed: readonly number[] }>
  /** The flag that the operation needs, as the record shows it to the role. */
  flag(operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null>
  /** The answer about a row that does not exist. */
  absence(operation: Operation, rule: Rule, target: Target | null): Promise<string | undefined>
}

function callerOf({ stage, trees }: Proof, role: Role, before: Prints): Caller {
  const absences = new Map<string, Promise<Reply>>()
  return {
    role,
    trees,
    mayShow: visibleCanaries(role, trees),
    flag: flagReader(stage, role, trees),
    async call(operation, target) {
      const asked = requestOf(operation, target, trees)
      const call = () => stage.call(asked, role.session?.authorization)
      if (!changes(operation)) return { reply: await call(), changed: [] }
      return stage.scene(async () => ({ reply: await call(), changed: await changedSince(before, stage) }))
    },
    async absence(operation, rule, target) {
      if (target?.members || target?.needs || (target?.thing && namesRows(operation)))
        return (await callIn(stage, requestOf(operation, absentTwin(role, target), trees), role)).text
      const absent = targetsOf(rule, role, trees).find((target) => target?.absent)
      if (!absent) return undefined
      const answer = absences.get(operation.id) ?? callIn(stage, requestOf(operation, absent, trees), role)
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
  // Flags say what the holder of a key may do; its scopes come on top.
  const flag = role.key ? null : await caller.flag(operation, rule, target)
  const granted = expected === 'allowed' ? grantedCanaries(rule, target) : []
  const foreign = (await textsIn(reply))
    .flatMap(canariesIn)
    .filter((word) => !mayShow.has(word) && !granted.includes(word))
  // What is hidden must look as if it did not exist, to the letter.
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
      ...beyondReach(changed, expected === 'allowed' ? reach(role, rule, target, trees) : nowhere),
      ...(absence === undefined || absence === reply.text ? [] : ['differs from the answer for what does not exist']),
    ],
    mismatches: [
      ...mismatchesOf(expected, outcome, flag),
      ...(showsFlags && target ? wrongFlags(JSON.parse(reply.text) as Flags, targetFlags(rule, role, target)) : []),
    ],
  }
}

/** Flags that nothing asks for yet are shown all the same. */
const wrongFlags = (shown: Flags, must: Flags): string[] =>
  [...new Set([...Object.keys(shown), ...Object.keys(must)])]
    .filter((flag) => shown[flag] !== must[flag])
    .map((flag) => `shows ${flag} as ${shown[flag]}`)

/** Reads the flag that an operation needs, as the caller sees it in the record. */
function flagReader(stage: Stage, role: Role, trees: Trees) {
  const known = new Map<string, Promise<Record<string, boolean>>>()
  return async (operation: Operation, rule: Rule, target: Target | null): Promise<boolean | null> => {
    if (rule.unflagged && !operation.on) return null
    const { resource, flag } = operation.on ?? { resource: rule.on ?? rule.under, flag: rule.flag }
    if (resource === undefined || flag === undefined || !target || target.members) return null
    const isOpen = role.scope === 'anonymous' && rule.open === true
    const key = `${resource} ${target.key} ${target.more} ${isOpen}`
    const flags = known.get(key) ?? readFlags(stage, role, resource, target, isOpen)
    known.set(key, flags)
    const held = (await flags)[flag] ?? false
    return (rule.leadsTo || target.needs) && held ? verdict(rule, role, target, trees) === 'allowed' : held
  }
}

async function readFlags(
  stage: Stage,
  role: Role,
  resource: string,
  target: Target,
  isOpen: boolean,
): Promise<Record<string, boolean>> {
  const named = (id: string) => stage.operations.find((operation) => operation.id === id)
  const own = named(`read_${resource}_permissions`)
  // Where a record is open to all but its flags are not, they are embedded in it.
  const direct = isOpen && own?.access !== 'public' ? undefined : own
  const reading = direct ?? named(`read_${resource}`)
  const path = reading && pathOf(reading, target)
  const asked = { method: 'GET', path: `${path}${direct ? '' : '?embed=permissions'}` }
  const { status, text } = await stage.call(asked, role.session?.authorization)
  if (status !== 200) return {}
  const body = JSON.parse(text) as Record<string, boolean> & { permissions: Record<string, boolean> }
  return direct ? body : body.permissions
}

/** The role's call, and nothing left of it afterwards. */
export const callIn = (stage: Stage, asked: Asked, { session }: Role): Promise<Reply> =>
  stage.scene(() => stage.call(asked, session?.authorization))
