import type { MailWriter } from './message.ts'

/** Goes to the new address of an account. The reader may have nothing to do with the account. */
export const confirmAddress: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Potwierdź nowy adres e-mail konta w Wachcie',
    opening: [`ten adres podano jako nowy adres e-mail konta ${service}. Potwierdź go, aby zmiana weszła w życie.`],
    action: 'Potwierdź adres',
    closing: [
      until(expiresAt),
      'Jeśli nie znasz tego konta, zignoruj tę wiadomość: bez potwierdzenia adres się nie zmieni.',
    ],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Confirm the new e-mail address of your Wachta account',
    opening: [
      `This address was entered as the new e-mail address of an account ${service}. Confirm it to complete the change.`,
    ],
    action: 'Confirm address',
    closing: [
      until(expiresAt),
      'If you do not know this account, ignore this message: without confirmation, the address does not change.',
    ],
  }),
}

/** Goes to the current address before the new one takes effect. It must not reveal the new one. */
export const addressChangeRequested: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Prośba o zmianę adresu e-mail konta w Wachcie',
    opening: [
      `podano nowy adres e-mail Twojego konta ${service}. Zmiana wejdzie w życie po otwarciu linku, który wysłaliśmy na ` +
        'nowy adres.',
    ],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli nie, od razu zmień hasło: link przestanie wtedy działać. Jeśli nie możesz się zalogować, ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'E-mail address change requested for your Wachta account',
    opening: [
      `A new e-mail address was entered for your account ${service}. The change takes effect when the link that was ` +
        'sent to the new address is opened.',
    ],
    facts: [['When', time(at)]],
    closing: [
      'If you made this change, no action is needed.',
      `If you did not, change the password immediately: the link then no longer works. If you cannot sign in, ${contact}.`,
    ],
  }),
}

export const usernameChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Zmieniono nazwę użytkownika konta w Wachcie',
    opening: [`zmieniono nazwę użytkownika Twojego konta ${service}. Od teraz loguj się nazwą podaną niżej.`],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli wiesz o tej zmianie, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'The username of your Wachta account was changed',
    opening: [`The username of your account ${service} was changed. From now on, sign in with the username below.`],
    facts: [['When', time(at)]],
    closing: ['If you know about this change, no action is needed.', `If you do not, ${contact}.`],
  }),
}

export const twoFactorChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Skonfigurowano uwierzytelnianie dwuskładnikowe konta w Wachcie',
    opening: [
      `dla Twojego konta ${service} skonfigurowano uwierzytelnianie dwuskładnikowe. Jeśli było już skonfigurowane, ` +
        'poprzedni klucz i poprzednie kody zapasowe przestały działać.',
    ],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli to Twoja zmiana, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'Two-factor authentication was set up for your Wachta account',
    opening: [
      `Two-factor authentication was set up for your account ${service}. If it was set up before, the previous key ` +
        'and the previous recovery codes no longer work.',
    ],
    facts: [['When', time(at)]],
    closing: ['If you made this change, no action is needed.', `If you did not, ${contact}.`],
  }),
}
