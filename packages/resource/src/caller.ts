/** The authenticated caller of an operation. */
export interface Caller {
  /** The account that signed in; null for a caller without credentials. */
  readonly accountId: number | null
  /** The account that the caller acts for: the parent of an additional user, or else the account itself. */
  readonly actsFor: number | null
  readonly packageId: number | null
  readonly sessionId: number | null
  readonly scope: 'anonymous' | 'customer' | 'administrator'
  readonly readOnly: boolean
  /** The role of the user in the account that it acts for. */
  readonly role: string
  readonly language: string
  /** The account of the observer who looks at this account, if any; an observer can change nothing. */
  readonly observerId?: number
  /** The limits of the caller: those of its role, and of the API key or application that it uses. */
  readonly limits?: CallerLimits
  /** The API key of the request; the audit log names it. */
  readonly apiKeyId?: number
  /** The application that acts for the account, with an access token; the audit log names it. */
  readonly applicationId?: number
}

export interface CallerLimits {
  /** Identifies everything in the limits that changes the text of statements; the ids of groups are parameters. */
  readonly cacheKey: string
  readonly scopes: readonly string[]
  /** The scopes that a key was given; its holder may have lost some of them. */
  readonly grantedScopes: readonly string[]
  /** The groups that the caller is limited to; null if it is not limited. */
  readonly groupIds: readonly number[] | null
  /** True if a person signed in, who also has a profile, sessions and keys. */
  readonly isPerson: boolean
  /** Whether the scopes include a permission on the records of a resource. */
  allows(resource: string, permission: string): boolean
}
