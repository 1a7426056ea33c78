import type { MailWriter } from './message.ts'

/** To the address that is to become the account's; its reader may have nothing to do with the account. */
export const confirmAddress: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Potwierdź adres e-mail konta w Wachcie',
    opening: [`ten adres podano jako nowy adres e-mail konta ${service}. Zacznie obowiązywać, gdy go potwierdzisz.`],
    action: 'Potwierdź adres',
    closing: [until(expiresAt), 'Jeśli nie znasz tego konta, nic nie rób: bez potwierdzenia adres się nie zmieni.'],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Confirm the e-mail address of your Wachta account',
    opening: [
      `This address was given as the new e-mail address of an account ${service}. It takes effect once you confirm it.`,
    ],
    action: 'Confirm the address',
    closing: [
      until(expiresAt),
      'If you do not know this account, do nothing: the address does not change until it is confirmed.',
    ],
  }),
}

/** To the present address, before the new one takes effect; for that reason it does not name the new one. */
export const addressChangeRequested: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Ktoś chce zmienić adres e-mail konta w Wachcie',
    opening: [
      `podano nowy adres e-mail Twojego konta ${service}. Zacznie obowiązywać, gdy zostanie otwarty link wysłany na ten nowy adres.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli to nie Ty, od razu zmień hasło i podaj ponownie swój adres. Gdyby logowanie się nie udało, ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'A change of e-mail address was requested for your Wachta account',
    opening: [
      `A new e-mail address was given for your account ${service}. It takes effect when the link that was sent to the new address is opened.`,
    ],
    facts: [['When', time(at)]],
    closing: [
      'If it was you, there is nothing you need to do.',
      `If it was not, change the password at once and enter your own address again. If you cannot sign in, ${contact}.`,
    ],
  }),
}

export const usernameChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Nazwa użytkownika konta w Wachcie została zmieniona',
    opening: [`zmieniono nazwę użytkownika Twojego konta ${service}. Odtąd logujesz się nazwą podaną niżej.`],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli o tym wiesz, nie musisz nic robić.', `Jeśli nie, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'The username of your Wachta account was changed',
    opening: [`The username of your account ${service} was changed. From now on, sign in with the username below.`],
    facts: [['When', time(at)]],
    closing: ['If you know about this, there is nothing you need to do.', `If you do not, ${contact}.`],
  }),
}

export const twoFactorChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Weryfikacja dwuetapowa konta w Wachcie została ustawiona',
    opening: [
      `na Twoim koncie ${service} ustawiono weryfikację dwuetapową. Wcześniejszy klucz i kody zapasowe już nie działają.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: ['Jeśli to Ty, nie musisz nic robić.', `Jeśli to nie Ty, ${contact}.`],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'Two-factor authentication was set up for your Wachta account',
    opening: [
      `Two-factor authentication was set up for your account ${service}. An earlier key and its recovery codes no longer work.`,
    ],
    facts: [['When', time(at)]],
    closing: ['If it was you, there is nothing you need to do.', `If it was not, ${contact}.`],
  }),
}
