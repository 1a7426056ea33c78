import type { Language } from '@wachta/domain'
import { activation } from './messages/activation.ts'
import { accountClosed, addressChanged, passwordChanged } from './messages/changes.ts'
import { addressChangeRequested, confirmAddress, twoFactorChanged, usernameChanged } from './messages/credentials.ts'
import type { MailMessage, MailTexts, Phrases } from './messages/message.ts'
import { firstPassword, newPassword } from './messages/password.ts'
import { frame, phrases } from './messages/phrases.ts'
import { confirmRecipient } from './messages/recipient.ts'
import { shownName } from './names.ts'

/** What happened, as far as its kind of message tells it. */
export type News =
  | { readonly kind: 'activation'; readonly link: string; readonly expiresAt: Date }
  | { readonly kind: 'new_password'; readonly link: string; readonly expiresAt: Date }
  | {
      readonly kind: 'first_password'
      readonly link: string
      readonly expiresAt: Date
      readonly createdBy: string | null
    }
  | { readonly kind: 'email_address' | 'recipient'; readonly link: string; readonly expiresAt: Date }
  | { readonly kind: Change; readonly at: Date }
  | { readonly kind: 'account_closed'; readonly eraseAfter: Date }

/** Changes that the holder is told of, and when they were made. */
export type Change =
  | 'password_changed'
  | 'address_changed'
  | 'address_change_requested'
  | 'username_changed'
  | 'two_factor_changed'

/** Who is told, and about which account. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
  readonly name: string
  readonly username: string
}

/** Puts news into words in the reader's language. */
export function write(news: News, reader: Reader, publicUrl: string): MailMessage {
  const { language, timeZone, name, username } = reader
  const { origin, host } = new URL(publicUrl)
  const { greeting, account, username: usernameLabel, otherwise, signature, automatic } = frame[language]
  const { subject, opening, facts = [], action, closing } = word(news, language, phrases(language, host, timeZone))
  return {
    language,
    subject,
    opening: [greeting, ...opening],
    facts: [[account, shownName(name)], [usernameLabel, username], ...facts],
    ...(action !== undefined && 'link' in news && { action: { label: action, link: news.link, otherwise } }),
    closing,
    signature: [signature, origin, automatic],
  }
}

function word(news: News, language: Language, common: Phrases): MailTexts {
  switch (news.kind) {
    case 'activation':
      return activation[language](news, common)
    case 'new_password':
      return newPassword[language](news, common)
    case 'first_password':
      return firstPassword[language](news, common)
    case 'email_address':
      return confirmAddress[language](news, common)
    case 'recipient':
      return confirmRecipient[language](news, common)
    case 'address_change_requested':
      return addressChangeRequested[language](news, common)
    case 'username_changed':
      return usernameChanged[language](news, common)
    case 'two_factor_changed':
      return twoFactorChanged[language](news, common)
    case 'password_changed':
      return passwordChanged[language](news, common)
    case 'address_changed':
      return addressChanged[language](news, common)
    case 'account_closed':
      return accountClosed[language](news, common)
  }
}
