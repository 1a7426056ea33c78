import { canary } from './canaries.ts'
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

/** The row whose secret is in the link, wherever a call uses one. */
export const linked = 'service A.main/default'
/** The report whose links are followed. */
export const linkedReport = 'report A.main/0'

const isLinked = (label: string | undefined): boolean => label === linked || label === linkedReport

/** Returns the expected outcome of the role's call on the target. */
export function verdict(rule: Rule, role: Role, target: Target | null, trees: AccountTrees): Verdict {
  if (isLockedOut(role)) return 'locked out'
  if (!rule.open && role.scope === 'anonymous') return 'unauthenticated'
  if (rule.administrators && role.scope !== 'administrator') return 'forbidden'
  if (rule.decides) return rule.decides(role)
  if (rule.kind === 'token') return target?.holder?.name === 'A.main' ? 'allowed' : 'refused'
  if (rule.kind === 'link') return isLinked(target?.thing?.label) ? 'allowed' : 'hidden'
  if (rule.kind === 'sign-in') return target?.holder && isShut(target.holder) ? 'forbidden' : 'allowed'
  if (rule.kind === 'call') return rule.by === undefined || rule.by(role) ? 'allowed' : 'forbidden'
  if (rule.kind === 'list' && rule.under === undefined) return 'allowed'
  if (target === null || target.absent) return target === null ? 'allowed' : 'hidden'
  if (target.members) return bulkVerdict(rule, role, target)
  const flags = targetFlags(rule, role, target)
  if (!flags['read']) return 'hidden'
  if (!flags[rule.flag ?? 'read'] || (target.flag && !flags[target.flag])) return 'forbidden'
  const related = rule.leadsTo?.(target, trees) ?? target.needs
  return related ? relatedVerdict(role, related) : 'allowed'
}

/** All or nothing: one hidden row makes the whole call hidden, and one row that may not be changed protects all. */
function bulkVerdict(rule: Rule, role: Role, { members = [], needs }: Target): Verdict {
  const related = needs ? relatedVerdict(role, needs) : 'allowed'
  if (related !== 'allowed') return related
  const flags = members.map((thing) => (thing ? flagsOf(role, rule.on ?? '', { kind: 'thing', thing }) : {}))
  if (!flags.every((each) => each['read'])) return 'hidden'
  return flags.every((each) => each[rule.flag ?? 'read']) ? 'allowed' : 'forbidden'
}

function relatedVerdict(role: Role, { resource, subject, flag = 'read' }: RelatedRow): Verdict {
  if (!subject || !holds(role, resource, subject)) return 'hidden'
  return holds(role, resource, subject, flag) ? 'allowed' : 'forbidden'
}

/** The same call with rows that do not exist instead of those that the role may not read. */
export function absentTwin(role: Role, target: Target): Target {
  const { members, needs } = target
  const seen = (thing: Thing | null) => thing && holds(role, thing.resource, { kind: 'thing', thing })
  const isSeen = needs?.subject && holds(role, needs.resource, needs.subject)
  return {
    ...target,
    ...(target.thing && !seen(target.thing) && { key: absentId }),
    ...(target.more && !isSeen && { more: target.more.map(() => absentId) }),
    ...(members && { members: members.map((thing) => (seen(thing) ? thing : null)) }),
    ...(needs && { needs: isSeen ? needs : { ...needs, subject: null } }),
  }
}

/** The accounts that own the target. */
export const ownersOf = ({ holder, session, thing, members = [], needs }: Target): (Holder | null | undefined)[] => [
  session?.holder ?? thing?.owner ?? holder,
  ...members.map((one) => one?.owner),
  ...(needs?.subject?.kind === 'thing' ? [needs.subject.thing.owner] : []),
]

/** The expected flags of the row of a call. */
export const targetFlags = (rule: Rule, role: Role, target: Target): Flags =>
  flagsOf(role, rule.on ?? rule.under ?? '', subjectOf(target))

function subjectOf({ holder, offer, session, thing }: Target): Subject {
  if (thing) return { kind: 'thing', thing }
  if (offer) return { kind: 'package', offer }
  const of = session?.holder ?? holder
  return of ? { kind: 'holder', holder: of } : { kind: 'word' }
}

export const isLockedOut = ({ holder }: Role): boolean => holder !== null && isShut(holder)
const isShut = ({ blocked, parent }: Holder): boolean => blocked || (parent?.blocked ?? false)

const holds = (role: Role, resource: string, subject: Subject, flag = 'read'): boolean =>
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

const sights = new WeakMap<Role, Visible>()

/** What a role may read never changes during the proof, so it is computed once. */
export function getVisible(role: Role, trees: AccountTrees): Visible {
  const sight = sights.get(role) ?? lookAround(role, trees)
  sights.set(role, sight)
  return sight
}

function lookAround(role: Role, trees: AccountTrees): Visible {
  const ofAccounts = (resource: string, flag = 'read') =>
    trees.holders.filter((holder) => holds(role, resource, { kind: 'holder', holder }, flag))
  return {
    accounts: ofAccounts('account'),
    people: ofAccounts('user_data'),
    logged: ofAccounts('account', 'read_logs'),
    packages: trees.packages.filter((offer) => holds(role, 'package', { kind: 'package', offer })),
    sessions: trees.sessions.filter(({ holder }) => holds(role, 'session', { kind: 'holder', holder })),
    things: new Set(trees.things.filter((thing) => holds(role, thing.resource, { kind: 'thing', thing }))),
  }
}

/** The canaries that a call shows to every caller. */
export function grantedCanaries(
  { kind, tells = [] }: Rule,
  target: Target | null,
  { things }: AccountTrees,
): readonly string[] {
  const { thing } = target ?? {}
  if (kind === 'link' && thing?.word && isLinked(thing.label)) return [thing.word]
  const shown = things.filter(({ resource, owner }) => tells.includes(resource) && owner === thing?.owner)
  return shown.flatMap(({ word }) => word ?? [])
}

/** The canaries that a response to the role may contain. */
export function visibleCanaries(role: Role, trees: AccountTrees): ReadonlySet<string> {
  const { accounts, people, logged, packages, sessions, things } = getVisible(role, trees)
  return new Set([
    ...[...things].flatMap(({ word }) => word ?? []),
    ...accounts.map(({ number }) => canary('account', number)),
    ...people.flatMap(({ number }) => [canary('person', number), canary('setting', number)]),
    ...logged.flatMap(({ number }) => [canary('authentication', number), canary('audit', number)]),
    ...packages.map(({ number }) => canary('package', number)),
    ...sessions.map(({ number }) => canary('session', number)),
    ...(role.scope === 'administrator' ? trees.holders.map(({ number }) => canary('comment', number)) : []),
  ])
}
