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
}
