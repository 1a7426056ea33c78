import { canary } from './matrix-canaries.ts'
import { type Flags, flagsOf, type Subject } from './matrix-flags.ts'
import type { Role } from './matrix-roles.ts'
import type { Rule } from './matrix-rules.ts'
import type { Holder, Offer, OpenSession, Trees } from './matrix-trees.ts'

/**
 * What must come of a call. `hidden` is the answer for what does not exist; `refused` is that for a secret which does
 * not fit. A blocked caller is `locked out`: whether with 401 or 403 is all the same.
 */
export type Verdict = 'allowed' | 'forbidden' | 'hidden' | 'refused' | 'unauthenticated' | 'locked out'

/** What a call is made on. */
export interface Target {
  readonly label: string
  /** What stands in the path, or in the body where the rule says so. */
  readonly key: string | number
  readonly holder?: Holder
  readonly offer?: Offer
  readonly session?: OpenSession
  readonly absent?: true
}

/** What must come of the role's call on the target. */
export function verdict(rule: Rule, role: Role, target: Target | null): Verdict {
  if (isLockedOut(role)) return 'locked out'
  if (!rule.open && role.scope === 'anonymous') return 'unauthenticated'
  if (rule.administrators && role.scope !== 'administrator') return 'forbidden'
  if (rule.kind === 'token') return target?.holder?.name === 'A.main' ? 'allowed' : 'refused'
  if (rule.kind === 'sign-in') return target?.holder && isShut(target.holder) ? 'forbidden' : 'allowed'
  if (rule.kind === 'call') return rule.by === undefined || rule.by(role) ? 'allowed' : 'forbidden'
  if (rule.kind === 'list' && rule.under === undefined) return 'allowed'
  if (target === null || target.absent) return target === null ? 'allowed' : 'hidden'
  const flags = targetFlags(rule, role, target)
  if (!flags['read']) return 'hidden'
  if (!flags[rule.flag ?? 'read']) return 'forbidden'
  return rule.leadsTo === 'package' && !readsRelated(role, target) ? 'hidden' : 'allowed'
}

/** The flags of the row that a call is made on, as they must be. */
export const targetFlags = (rule: Rule, role: Role, target: Target): Flags =>
  flagsOf(role, rule.on ?? rule.under ?? '', subjectOf(target))

const subjectOf = ({ holder, offer, session }: Target): Subject =>
  offer
    ? { kind: 'package', offer }
    : holder || session
      ? { kind: 'holder', holder: (session?.holder ?? holder) as Holder }
      : { kind: 'word' }

/** A route along a relation also needs the row that it leads to. */
const readsRelated = (role: Role, { holder }: Target): boolean =>
  holder !== undefined && holds(role, 'package', { kind: 'package', offer: holder.package })

export const isLockedOut = ({ holder }: Role): boolean => holder !== null && isShut(holder)
const isShut = ({ blocked, parent }: Holder): boolean => blocked || (parent?.blocked ?? false)

const holds = (role: Role, resource: string, subject: Subject, flag = 'read'): boolean =>
  flagsOf(role, resource, subject)[flag] ?? false

/** Which accounts, packages and sessions a role may read. */
export interface Sight {
  readonly accounts: readonly Holder[]
  readonly people: readonly Holder[]
  readonly logged: readonly Holder[]
  readonly packages: readonly Offer[]
  readonly sessions: readonly OpenSession[]
}

const sights = new WeakMap<Role, Sight>()

/** What a role may read never changes in the proof, so it is worked out once. */
export function sightOf(role: Role, trees: Trees): Sight {
  const sight = sights.get(role) ?? lookAround(role, trees)
  sights.set(role, sight)
  return sight
}

function lookAround(role: Role, trees: Trees): Sight {
  const ofAccounts = (resource: string, flag = 'read') =>
    trees.holders.filter((holder) => holds(role, resource, { kind: 'holder', holder }, flag))
  return {
    accounts: ofAccounts('account'),
    people: ofAccounts('user_data'),
    logged: ofAccounts('account', 'read_logs'),
    packages: trees.packages.filter((offer) => holds(role, 'package', { kind: 'package', offer })),
    sessions: trees.sessions.filter(({ holder }) => holds(role, 'session', { kind: 'holder', holder })),
  }
}

/** The canaries that may stand in an answer to the role. */
export function visibleCanaries(role: Role, trees: Trees): ReadonlySet<string> {
  const { accounts, people, logged, packages, sessions } = sightOf(role, trees)
  return new Set([
    ...accounts.map(({ number }) => canary('account', number)),
    ...people.flatMap(({ number }) => [canary('person', number), canary('setting', number)]),
    ...logged.flatMap(({ number }) => [canary('authentication', number), canary('audit', number)]),
    ...packages.map(({ number }) => canary('package', number)),
    ...sessions.map(({ number }) => canary('session', number)),
    ...(role.scope === 'administrator' ? trees.holders.map(({ number }) => canary('comment', number)) : []),
  ])
}
