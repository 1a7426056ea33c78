/**
 * What each thief may do: the oracle, written by hand. It shares no code with the product. Whatever is changed or shown
 * beyond it counts as taken; docs/security/takeover.md describes it.
 */

/**
 * Everything that gives control over an account (its jewels). Each is read from the database before and after every
 * attempt.
 */
const jewels = [
  ...[
    'username',
    'password',
    'email',
    'two-factor',
    'allow-list',
    'users',
    'customers',
    'rank',
    'blocked',
    'existence',
  ],
  ...['sessions', 'observers', 'api keys', 'shares', 'signing keys', 'sensor keys', 'service secrets', 'installation'],
] as const
export type CrownJewel = (typeof jewels)[number]
export const allJewels: readonly CrownJewel[] = jewels

/** A jewel that was added or changed, or one that was removed. */
export type Change = CrownJewel | `${CrownJewel} removed`

/** Whose jewel it is, seen from the account whose credentials the thief holds. */
export type Relation =
  | 'own'
  | 'user'
  | 'parent'
  | 'customer'
  | 'editable customer'
  | 'blockable customer'
  | 'bare customer'
  | 'user of a customer'
  | 'sharer'
  | 'other'
  | 'installation'

export interface Row {
  /** The credentials that the thief holds, in words. */
  readonly holds: string
  readonly changes?: Readonly<Partial<Record<Relation, readonly Change[]>>>
  /** The accounts whose e-mail address and contact person it may read. */
  readonly reads?: readonly Relation[]
}

const withRemoval = (...names: CrownJewel[]): Change[] => names.flatMap((name): Change[] => [name, `${name} removed`])
const everything = withRemoval(...jewels)
/** Changes that every user who may configure an account makes daily. */
const configuration = withRemoval('shares', 'signing keys', 'sensor keys', 'service secrets')
/** Removing a user gives no access. */
const credentialRemovals: readonly Change[] = ['sessions removed', 'api keys removed']
/** A parent account blocks its users and makes them read-only; a blocked account loses its sessions. */
const changesOfUsers: readonly Change[] = ['blocked', 'rank', ...credentialRemovals]

const createKeyRow = (scope: string, ...changes: Change[]): Row => ({
  holds: `an API key of the victim with the scope ${scope}`,
  changes: { own: changes },
  reads: scope === 'account:read' ? ['own', 'user'] : [],
})

const readScopes = [
  ...['services', 'groups', 'maintenance', 'corrections', 'alerts', 'contacts', 'templates', 'reports', 'sensors'],
  'account',
].map((family) => `${family}:read`)
const writeScopes = ['maintenance', 'corrections', 'alerts', 'contacts', 'templates', 'reports'].map(
  (family) => `${family}:write`,
)
export const scopes: readonly string[] = [
  ...readScopes,
  ...writeScopes,
  'services:write',
  'groups:write',
  'sensors:write',
]

const createShareeRow = (right: string, ...changes: Change[]): Row => ({
  holds: `an account with which a group of the victim is shared, with ${right}`,
  changes: { own: everything, sharer: changes },
  reads: ['own'],
})

/** The rights that a share can give, each as the column that holds it. */
export const shareRights = [
  'can_archive_services',
  'can_create_services',
  'can_delete_services',
  'can_force_analyses',
  'can_modify_group',
  'can_modify_services',
] as const

const createEmptyRow = (holds: string): Row => ({ holds })

export const table: Readonly<Record<string, Row>> = {
  // These two steal nothing. They show that changes are detected: every jewel changes when its holder changes it.
  'the holder, just signed in': {
    holds: 'the own session of the victim, a few seconds after signing in',
    changes: { own: everything, user: everything },
    reads: ['own', 'user'],
  },
  'an administrator, just signed in': {
    holds: 'the own session of an administrator, a few seconds after signing in',
    changes: {
      own: everything,
      other: everything.filter((one) => !/^(two-factor|sessions|api keys)$/.test(one)),
      installation: everything,
    },
    reads: ['own', 'other'],
  },

  'a stolen session': {
    holds: 'the token of a session of the victim, who signed in more than five minutes ago',
    changes: { own: [...configuration, ...credentialRemovals], user: changesOfUsers },
    reads: ['own', 'user'],
  },
  'a stolen session of an additional user': {
    holds: 'the token of a session of an additional user of the victim',
    changes: { own: credentialRemovals, parent: configuration },
    reads: ['own'],
  },
  'a stolen session of a read-only user': {
    holds: 'the token of a session of a user of the victim who may only read',
    changes: { own: credentialRemovals },
    reads: ['own'],
  },
  'a stolen session of an administrator': {
    holds: 'the token of a session of an administrator who signed in more than five minutes ago',
    changes: {
      own: [...configuration, ...credentialRemovals, 'customers', 'rank'],
      other: [...configuration, ...credentialRemovals, 'observers removed', 'blocked', 'rank'],
      installation: withRemoval('installation'),
    },
    reads: ['own', 'other'],
  },
  'a stolen session of a reseller': {
    holds: 'the token of a session of a reseller who signed in more than five minutes ago',
    changes: {
      own: [...configuration, ...credentialRemovals, 'customers'],
      user: changesOfUsers,
      customer: [...withRemoval('shares'), 'rank', 'blocked', 'sessions removed', 'observers removed'],
      'editable customer': [...withRemoval('shares'), 'rank'],
      'blockable customer': [...withRemoval('shares'), 'blocked', 'sessions removed'],
      'bare customer': withRemoval('shares'),
      'user of a customer': ['sessions removed'],
    },
    reads: ['own', 'user'],
  },
  ...Object.fromEntries(
    [...readScopes, ...writeScopes].map((scope) => [`a stolen key, ${scope}`, createKeyRow(scope)]),
  ),
  'a stolen key, services:write': createKeyRow('services:write', ...withRemoval('service secrets')),
  'a stolen key, groups:write': createKeyRow('groups:write', ...withRemoval('shares')),
  'a stolen key, sensors:write': createKeyRow('sensors:write', ...withRemoval('sensor keys')),
  'a stolen key, all scopes': {
    holds: 'an API key of the victim with every scope',
    changes: { own: withRemoval('service secrets', 'shares', 'sensor keys') },
    reads: ['own', 'user'],
  },
  'a stolen key, one group': {
    holds: 'an API key of the victim with every scope that a key of one group can have',
    changes: { own: withRemoval('service secrets') },
  },
  'a stolen key of an administrator': {
    holds: 'an API key of an administrator with every scope: it has no rights of an administrator',
    changes: { own: withRemoval('service secrets', 'shares', 'sensor keys') },
    reads: ['own'],
  },
  'a stolen cookie': createEmptyRow(
    'what a browser keeps as a cookie, with the token of the victim in every likely name',
  ),
  'another site': createEmptyRow(
    'a page of another site in the browser of the victim, whose requests bring the token along',
  ),
  'the cache of a browser': {
    holds: 'every answer to the victim that a browser may keep',
    changes: { own: everything, user: everything },
  },
  'a session after sign-out': createEmptyRow('the token of a session that the victim has ended'),
  'an observer': {
    holds: 'the session in which a reseller looks at the account of its customer',
    reads: ['own', 'user'],
  },
  'a former observer': createEmptyRow('such a session, after the account is no customer of the reseller any more'),
  'a reseller': {
    holds: 'the own session of a reseller, just signed in',
    changes: {
      own: everything,
      customer: [
        ...withRemoval('shares'),
        'username',
        'rank',
        'blocked',
        'existence',
        ...withRemoval('observers'),
        'sessions removed',
      ],
      'editable customer': [...withRemoval('shares'), 'username', 'rank', 'existence', 'observers'],
      'blockable customer': [...withRemoval('shares'), 'blocked', 'sessions removed'],
      'bare customer': withRemoval('shares'),
      // They are deleted and blocked with the account that they act for.
      'user of a customer': ['existence', 'sessions removed'],
    },
    reads: ['own', 'user'],
  },
  'a sharee, no right': createShareeRow('no right but to look'),
  'a sharee, can_archive_services': createShareeRow('the right to archive services'),
  'a sharee, can_create_services': createShareeRow('the right to create services', 'service secrets'),
  'a sharee, can_delete_services': createShareeRow('the right to delete services', 'service secrets removed'),
  'a sharee, can_force_analyses': createShareeRow('the right to force analyses'),
  'a sharee, can_modify_group': createShareeRow('the right to change the group'),
  'a sharee, can_modify_services': createShareeRow('the right to change services', ...withRemoval('service secrets')),
  'a former sharee': createShareeRow('no right any more: the share was taken back'),
  'a former colleague': createEmptyRow(
    'token, API key, password and mailed links of an additional user who was removed',
  ),
  'a blocked colleague': createEmptyRow('token, API key and password of an additional user who was blocked'),
  nobody: createEmptyRow('no credentials, but guesses of passwords, codes, tokens and links'),
}

/** Responses that a browser may cache: metrics without names of people, which Prometheus scrapes. */
export const cacheableOperations: ReadonlySet<string> = new Set(['read_account_metrics'])
