/** Who is asking, as authentication established it. */
export interface Caller {
  /** The account that signed in; null for a caller without credentials. */
  readonly accountId: number | null
  /** The account whose objects are the caller's: its parent for an additional user, else itself. */
  readonly actsFor: number | null
  readonly packageId: number | null
  readonly sessionId: number | null
  readonly scope: 'anonymous' | 'customer' | 'administrator'
  readonly readOnly: boolean
  readonly language: string
  /** Who looks at the account without being its holder: such a caller reads, and changes nothing whatever the flags say. */
  readonly observerId?: number
  /** The API key that the request came with: what its holder may do is narrowed by it. */
  readonly apiKey?: ApiKeyLimits
}

export interface ApiKeyLimits {
  readonly id: number
  readonly scopes: readonly string[]
  /** The resources whose records the key may read, e.g. where one is embedded in another. */
  readonly readable: ReadonlySet<string>
  /** The groups that the key is limited to; null for a key that is not. */
  readonly groupIds: readonly number[] | null
}
