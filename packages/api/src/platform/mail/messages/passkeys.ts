import { toDisplayName } from '../names.ts'
import type { MailWriter } from './message.ts'

type Change = MailWriter<{ readonly at: Date }>

interface PasskeyCloneSuspected {
  readonly at: Date
  /** The name of the passkey; null if it was revoked before the message was written. */
  readonly passkey: string | null
}

export const passkeyAdded: Change = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Dodano klucz dostępu do konta w Wachcie',
    opening: [`do Twojego konta ${service} dodano klucz dostępu (passkey). Można się nim zalogować bez hasła.`],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli nie, od razu usuń ten klucz i zmień hasło. Jeśli nie możesz się zalogować, ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'A passkey was added to your Wachta account',
    opening: [`A passkey was added to your account ${service}. Its holder can sign in without the password.`],
    facts: [['When', time(at)]],
    closing: [
      'If you made this change, no action is needed.',
      `If you did not, revoke the passkey and change the password immediately. If you cannot sign in, ${contact}.`,
    ],
  }),
}

export const passkeyRemoved: Change = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Usunięto klucz dostępu do konta w Wachcie',
    opening: [
      `z Twojego konta ${service} usunięto klucz dostępu (passkey). Zakończono wszystkie sesje oprócz tej, w której go usunięto.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli to Twoja zmiana, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'A passkey of your Wachta account was revoked',
    opening: [
      `A passkey of your account ${service} was revoked. All sessions were ended except the one in which it was revoked.`,
    ],
    facts: [['When', time(at)]],
    closing: ['If you made this change, no action is needed.', `If you did not, ${contact}.`],
  }),
}

export const passkeyCloneSuspected: MailWriter<PasskeyCloneSuspected> = {
  pl: ({ at, passkey }, { service, contact, time }) => ({
    subject: 'Klucz dostępu do konta w Wachcie mógł zostać skopiowany',
    opening: [
      `odrzucono logowanie do Twojego konta ${service}: licznik klucza dostępu podanego niżej się cofnął. ` +
        'Tak dzieje się, gdy klucz zostanie skopiowany.',
    ],
    facts: [
      ['Klucz dostępu', passkey === null ? 'został już usunięty' : toDisplayName(passkey)],
      ['Kiedy', time(at)],
    ],
    closing: [`Usuń klucz dostępu podany wyżej i dodaj nowy. Jeśli nie możesz się zalogować, ${contact}.`],
  }),
  en: ({ at, passkey }, { service, contact, time }) => ({
    subject: 'A passkey of your Wachta account may have been copied',
    opening: [
      `A sign-in to your account ${service} was rejected: the counter of the passkey below went back, which happens ` +
        'when a passkey is copied.',
    ],
    facts: [
      ['Passkey', passkey === null ? 'revoked already' : toDisplayName(passkey)],
      ['When', time(at)],
    ],
    closing: [`Revoke the passkey named above and add a new one. If you cannot sign in, ${contact}.`],
  }),
}

export const recoveryCodesRenewed: Change = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Utworzono nowe kody zapasowe konta w Wachcie',
    opening: [`utworzono nowe kody zapasowe Twojego konta ${service}. Wcześniejsze już nie działają.`],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli to Twoja zmiana, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'New recovery codes for your Wachta account',
    opening: [`New recovery codes were created for your account ${service}. The earlier ones no longer work.`],
    facts: [['When', time(at)]],
    closing: ['If you made this change, no action is needed.', `If you did not, ${contact}.`],
  }),
}
