import type { PageLanguage } from '../view.ts'

/** What messages to subscribers show of a page. */
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
  /** The name that the sender is shown with. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailAbout {
  readonly page: MessagePage
  readonly language: PageLanguage
}
