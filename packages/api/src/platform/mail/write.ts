import type { Language } from '@wachta/domain'
import { activation } from './messages/activation.ts'
import { accountClosed, addressChanged, passwordChanged } from './messages/changes.ts'
import { addressChangeRequested, confirmAddress, twoFactorChanged, usernameChanged } from './messages/credentials.ts'
import type { MailMessage, MailTexts, Phrases } from './messages/message.ts'
import { passkeyAdded, passkeyCloneSuspected, passkeyRemoved, recoveryCodesRenewed } from './messages/passkeys.ts'
import { firstPassword, newPassword } from './messages/password.ts'
import { commonTexts, createPhrases } from './messages/phrases.ts'
import { confirmRecipient } from './messages/recipient.ts'
import { toDisplayName } from './names.ts'

/** The event that an e-mail is about, with the facts for its text. */
export type MailEvent =
  | { readonly kind: 'activation'; readonly link: string; readonly expiresAt: Date }
  | { readonly kind: 'new_password'; readonly link: string; readonly expiresAt: Date }
  | {
      readonly kind: 'first_password'
      readonly link: string
      readonly expiresAt: Date
      readonly createdBy: string | null
    }
  | { readonly kind: 'email_address' | 'recipient'; readonly link: string; readonly expiresAt: Date }
  | { readonly kind: AccountChange; readonly at: Date }
  | { readonly kind: 'passkey_clone_suspected'; readonly at: Date; readonly passkey: string | null }
  | { readonly kind: 'account_closed'; readonly eraseAfter: Date }

/** Changes that the account holder is notified of. */
export type AccountChange =
  | 'password_changed'
  | 'address_changed'
  | 'address_change_requested'
  | 'username_changed'
  | 'two_factor_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'

/** The reader of a message, and the account that it is about. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
  readonly name: string
  readonly username: string
}

/** Writes the message about an event in the language of its reader. */
export function writeMessage(event: MailEvent, reader: Reader, publicUrl: string): MailMessage {
  const { language, timeZone, name, username } = reader
  const { origin, host } = new URL(publicUrl)
  const { greeting, account, username: usernameLabel, otherwise, signature, automatic } = commonTexts[language]
  const {
    subject,
    opening,
    facts = [],
    action,
    closing,
  } = selectTexts(event, language, createPhrases(language, host, timeZone))
  return {
    language,
    subject,
    opening: [greeting, ...opening],
    facts: [[account, toDisplayName(name)], [usernameLabel, username], ...facts],
    ...(action !== undefined && 'link' in event && { action: { label: action, link: event.link, otherwise } }),
    closing,
    signature: [signature, origin, automatic],
  }
}

function selectTexts(event: MailEvent, language: Language, phrases: Phrases): MailTexts {
  switch (event.kind) {
    case 'activation':
      return activation[language](event, phrases)
    case 'new_password':
      return newPassword[language](event, phrases)
    case 'first_password':
      return firstPassword[language](event, phrases)
    case 'email_address':
      return confirmAddress[language](event, phrases)
    case 'recipient':
      return confirmRecipient[language](event, phrases)
    case 'address_change_requested':
      return addressChangeRequested[language](event, phrases)
    case 'username_changed':
      return usernameChanged[language](event, phrases)
    case 'two_factor_changed':
      return twoFactorChanged[language](event, phrases)
    case 'passkey_added':
      return passkeyAdded[language](event, phrases)
    case 'passkey_removed':
      return passkeyRemoved[language](event, phrases)
    case 'passkey_clone_suspected':
      return passkeyCloneSuspected[language](event, phrases)
    case 'recovery_codes_renewed':
      return recoveryCodesRenewed[language](event, phrases)
    case 'password_changed':
      return passwordChanged[language](event, phrases)
    case 'address_changed':
      return addressChanged[language](event, phrases)
    case 'account_closed':
      return accountClosed[language](event, phrases)
  }
}
