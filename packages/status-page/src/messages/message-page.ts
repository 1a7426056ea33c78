import type { PageLanguage } from '../view.ts'

/** The properties of a page that messages to subscribers show. */
export interface MessagePage {
  readonly title: string
  /** Without a slash at its end. */
  readonly url: string
  readonly timeZone: string
  /** `#rrggbb`. */
  readonly accentColour: string
  readonly brandName: string
  readonly footer: string
}

/** An e-mail as text and as HTML with the same content. */
export interface SubscriberMail {
  /** The display name of the sender. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailContext {
  readonly page: MessagePage
  readonly language: PageLanguage
}
