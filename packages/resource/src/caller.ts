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
  readonly language: string
  /** The account of the observer, if one looks at this account; an observer can change nothing. */
  readonly observerId?: number
  /** The API key of the request, which limits what its holder may do. */
  readonly apiKey?: ApiKeyLimits
  /** The application that acts for the account, with an access token. */
  readonly applicationId?: number
}

/** The limits of an API key, or of the access token of an application. */
export interface ApiKeyLimits {
  /** Null for an access token. */
  readonly id: number | null
  readonly scopes: readonly string[]
  /** The resources whose records the key may read, directly or embedded in others. */
  readonly readable: ReadonlySet<string>
  /** The groups that the key is limited to; null if it is not limited. */
  readonly groupIds: readonly number[] | null
}
