import { createCanary } from './canaries.ts'
import { type Flags, flagsOf, type Subject } from './flags.ts'
import type { Role } from './roles.ts'
import type { RelatedRow, Rule } from './rules.ts'
import { absentId, type Thing } from './things.ts'
import type { AccountTrees, Holder, Offer, OpenSession } from './trees.ts'

/**
 * The expected outcome of a call. `hidden` is the response for a row that does not exist; `refused` is that for a wrong
 * secret. A blocked caller is `locked out`, with 401 or 403.
 */
export type Verdict = 'allowed' | 'forbidden' | 'hidden' | 'refused' | 'unauthenticated' | 'locked out'

/** The target of a call. */
export interface Target {
  readonly label: string
  /** The key in the path, or in the body where the rule says so. */
  readonly key: string | number
  readonly holder?: Holder
  readonly offer?: Offer
  readonly session?: OpenSession
  readonly thing?: Thing
  readonly absent?: true
  /** The keys in the path after the first. */
  readonly more?: readonly (string | number)[]
  /** Another row that the call names, and the flag of it that is needed. */
  readonly needs?: RelatedRow
  /** The rows of a bulk operation; null is a row that does not exist. */
  readonly members?: readonly (Thing | null)[]
  /** A special body, and the flag that it needs besides that of the operation. */
  readonly body?: unknown
  readonly flag?: string
}

/** The row whose secret is in the link, in every call that uses one. */
export const linkedService = 'service A.main/default'
/** The report whose links are followed. */
export const linkedReport = 'report A.main/0'

const isLinked = (label: string | undefined): boolean => label === linkedService || label === linkedReport

/** Returns the expected outcome of the role's call on the target. */
export function getVerdict(rule: Rule, role: Role, target: Target | null, trees: AccountTrees): Verdict {
  if (isLockedOut(role)) return 'locked out'
  if (!rule.open && role.scope === 'anonymous') return 'unauthenticated'
  if (rule.administrators && role.scope !== 'administrator') return 'forbidden'
  if (rule.decideOutcome) return rule.decideOutcome(role)
  if (rule.kind === 'token') return target?.holder?.name === 'A.main' ? 'allowed' : 'refused'
  if (rule.kind === 'link') return isLinked(target?.thing?.label) ? 'allowed' : 'hidden'
  if (rule.kind === 'sign-in') return target?.holder && isBlocked(target.holder) ? 'forbidden' : 'allowed'
  if (rule.kind === 'call') return rule.mayCall === undefined || rule.mayCall(role) ? 'allowed' : 'forbidden'
  if (rule.kind === 'list' && rule.under === undefined) return 'allowed'
  if (target === null || target.absent) return target === null ? 'allowed' : 'hidden'
  if (target.members) return getBulkVerdict(rule, role, target)
  const flags = getTargetFlags(rule, role, target)
  if (!flags['read']) return 'hidden'
  if (!flags[rule.flag ?? 'read'] || (target.flag && !flags[target.flag])) return 'forbidden'
  const related = rule.getResponseRow?.(target, trees) ?? target.needs
  return related ? getRelatedVerdict(role, related) : 'allowed'
}

/** All or nothing: one hidden row makes the whole call hidden, one row without the flag makes it forbidden. */
function getBulkVerdict(rule: Rule, role: Role, { members = [], needs }: Target): Verdict {
  const related = needs ? getRelatedVerdict(role, needs) : 'allowed'
  if (related !== 'allowed') return related
  const flags = members.map((thing) => (thing ? flagsOf(role, rule.on ?? '', { kind: 'thing', thing }) : {}))
  if (!flags.every((each) => each['read'])) return 'hidden'
  return flags.every((each) => each[rule.flag ?? 'read']) ? 'allowed' : 'forbidden'
}

function getRelatedVerdict(role: Role, { resource, subject, flag = 'read' }: RelatedRow): Verdict {
  if (!subject || !hasFlag(role, resource, subject)) return 'hidden'
  return hasFlag(role, resource, subject, flag) ? 'allowed' : 'forbidden'
}

/** The same call with rows that do not exist instead of those that the role may not read. */
export function createAbsentTwin(role: Role, target: Target): Target {
  const { members, needs } = target
  const mayRead = (thing: Thing | null) =>
    !target.absent && thing && hasFlag(role, thing.resource, { kind: 'thing', thing })
  const mayReadNeeded = needs?.subject && hasFlag(role, needs.resource, needs.subject)
  return {
    ...target,
    ...(target.thing && !mayRead(target.thing) && { key: absentId }),
    ...(target.more && !mayReadNeeded && { more: target.more.map(() => absentId) }),
    ...(members && { members: members.map((thing) => (mayRead(thing) ? thing : null)) }),
    ...(needs && { needs: mayReadNeeded ? needs : { ...needs, subject: null } }),
  }
}

/** The accounts that own the target. */
export const getOwners = ({ holder, session, thing, members = [], needs }: Target): (Holder | null | undefined)[] => [
  session?.holder ?? thing?.owner ?? holder,
  ...members.map((one) => one?.owner),
  ...(needs?.subject?.kind === 'thing' ? [needs.subject.thing.owner] : []),
]

/** The expected flags of the row of a call. */
export const getTargetFlags = (rule: Rule, role: Role, target: Target): Flags =>
  flagsOf(role, rule.on ?? rule.under ?? '', subjectOf(target))

function subjectOf({ holder, offer, session, thing }: Target): Subject {
  if (thing) return { kind: 'thing', thing }
  if (offer) return { kind: 'package', offer }
  const subjectHolder = session?.holder ?? holder
  return subjectHolder ? { kind: 'holder', holder: subjectHolder } : { kind: 'word' }
}

export const isLockedOut = ({ holder }: Role): boolean => holder !== null && isBlocked(holder)
const isBlocked = ({ blocked, parent }: Holder): boolean => blocked || (parent?.blocked ?? false)

const hasFlag = (role: Role, resource: string, subject: Subject, flag = 'read'): boolean =>
  flagsOf(role, resource, subject)[flag] ?? false

/** The accounts, packages, sessions and rows that a role may read. */
export interface Visible {
  readonly accounts: readonly Holder[]
  readonly people: readonly Holder[]
  readonly logged: readonly Holder[]
  readonly packages: readonly Offer[]
  readonly sessions: readonly OpenSession[]
  readonly things: ReadonlySet<Thing>
}

const visibleByRole = new WeakMap<Role, Visible>()

/** What a role may read never changes during the proof, so it is computed once. */
export function getVisible(role: Role, trees: AccountTrees): Visible {
  const visible = visibleByRole.get(role) ?? findVisible(role, trees)
  visibleByRole.set(role, visible)
  return visible
}

function findVisible(role: Role, trees: AccountTrees): Visible {
  const filterAccounts = (resource: string, flag = 'read') =>
    trees.holders.filter((holder) => hasFlag(role, resource, { kind: 'holder', holder }, flag))
  return {
    accounts: filterAccounts('account'),
    people: filterAccounts('user_data'),
    logged: filterAccounts('account', 'read_logs'),
    packages: trees.packages.filter((offer) => hasFlag(role, 'package', { kind: 'package', offer })),
    sessions: trees.sessions.filter(({ holder }) => hasFlag(role, 'session', { kind: 'holder', holder })),
    things: new Set(trees.things.filter((thing) => hasFlag(role, thing.resource, { kind: 'thing', thing }))),
  }
}

/** The canaries that a call shows to every caller. */
export function getGrantedCanaries(
  { kind, namedResources = [] }: Rule,
  target: Target | null,
  { things }: AccountTrees,
): readonly string[] {
  const { thing } = target ?? {}
  if (kind === 'link' && thing?.word && isLinked(thing.label)) return [thing.word]
  const shown = things.filter(({ resource, owner }) => namedResources.includes(resource) && owner === thing?.owner)
  return shown.flatMap(({ word }) => word ?? [])
}

/** The canaries that a response to the role may contain. */
export function getVisibleCanaries(role: Role, trees: AccountTrees): ReadonlySet<string> {
  const { accounts, people, logged, packages, sessions, things } = getVisible(role, trees)
  return new Set([
    ...[...things].flatMap(({ word }) => word ?? []),
    ...accounts.map(({ number }) => createCanary('account', number)),
    ...people.flatMap(({ number }) => [createCanary('person', number), createCanary('setting', number)]),
    ...logged.flatMap(({ number }) => [createCanary('authentication', number), createCanary('audit', number)]),
    ...packages.map(({ number }) => createCanary('package', number)),
    ...sessions.map(({ number }) => createCanary('session', number)),
    ...(role.scope === 'administrator' ? trees.holders.map(({ number }) => createCanary('comment', number)) : []),
  ])
}
