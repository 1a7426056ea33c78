import type { Language } from '@wachta/domain'

/** A message in words, before it gets a form. */
export interface MailMessage {
  readonly language: Language
  readonly subject: string
  readonly opening: readonly string[]
  readonly facts: readonly Fact[]
  readonly action?: { readonly label: string; readonly link: string; readonly otherwise: string }
  readonly closing: readonly string[]
  readonly signature: readonly string[]
}

export type Fact = readonly [label: string, value: string]

/** What one kind of message says; the rest of a letter is the same in all of them. */
export interface MailTexts {
  readonly subject: string
  readonly opening: readonly string[]
  readonly facts?: readonly Fact[]
  /** The label of the link, where there is one. */
  readonly action?: string
  readonly closing: readonly string[]
}

/** One kind of message in every language we speak. */
export type MailWriter<M> = { readonly [L in Language]: (message: M, phrases: Phrases) => MailTexts }

/** What many messages say alike. */
export interface Phrases {
  /** Where: our name and address. */
  readonly service: string
  /** Whom to turn to when something is wrong. */
  readonly contact: string
  readonly until: (end: Date) => string
  readonly time: (at: Date) => string
  readonly day: (at: Date) => string
}
