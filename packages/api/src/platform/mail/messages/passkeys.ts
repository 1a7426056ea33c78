import type { MailWriter } from './message.ts'

type Change = MailWriter<{ readonly at: Date }>

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
      `z Twojego konta ${service} usunięto klucz dostępu (passkey). Wszystkie pozostałe sesje zostały zakończone.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli to Twoja zmiana, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'A passkey of your Wachta account was revoked',
    opening: [`A passkey of your account ${service} was revoked. All other sessions were ended.`],
    facts: [['When', time(at)]],
    closing: ['If you made this change, no action is needed.', `If you did not, ${contact}.`],
  }),
}

export const passkeyCloneSuspected: Change = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Klucz dostępu do konta w Wachcie mógł zostać skopiowany',
    opening: [
      `odrzucono logowanie kluczem dostępu do Twojego konta ${service}: jego licznik się cofnął. Tak zachowuje się kopia klucza.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: [`Usuń ten klucz dostępu i dodaj nowy. Jeśli nie możesz się zalogować, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'A passkey of your Wachta account may have been copied',
    opening: [
      `A sign-in with a passkey of your account ${service} was rejected because its counter went back, which happens when a passkey is copied.`,
    ],
    facts: [['When', time(at)]],
    closing: [`Revoke this passkey and add a new one. If you cannot sign in, ${contact}.`],
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
