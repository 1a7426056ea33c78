import type { Language } from '@wachta/domain'

/** The content of a message, before it is rendered as text and HTML. */
export interface MailMessage {
  readonly language: Language
  readonly subject: string
  readonly opening: readonly string[]
  readonly facts: readonly Fact[]
  /** Further facts below a heading. */
  readonly list?: { readonly heading: string; readonly facts: readonly Fact[] }
  readonly action?: { readonly label: string; readonly link: string; readonly otherwise: string }
  readonly closing: readonly string[]
  readonly signature: readonly string[]
}

export type Fact = readonly [label: string, value: string]

/** The texts of one kind of message; the rest is the same in all of them. */
export interface MailTexts {
  readonly subject: string
  readonly opening: readonly string[]
  readonly facts?: readonly Fact[]
  /** The label of the link, where there is one. */
  readonly action?: string
  readonly closing: readonly string[]
}

/** Writes one kind of message, in every supported language. */
export type MailWriter<M> = { readonly [L in Language]: (message: M, phrases: Phrases) => MailTexts }

/** Phrases that several messages use. */
export interface Phrases {
  /** The name and host of this installation, with a preposition: “on Wachta (…)”. */
  readonly service: string
  /** Asks the reader to contact an administrator. */
  readonly contact: string
  /** How long the link works. */
  readonly validity: (end: Date) => string
  /** Like `validity`, for a reader who can request a new link. */
  readonly until: (end: Date) => string
  readonly time: (at: Date) => string
  readonly day: (at: Date) => string
}
