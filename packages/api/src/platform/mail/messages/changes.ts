import type { MailWriter } from './message.ts'

export const passwordChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Hasło do konta w Wachcie zostało zmienione',
    opening: [`zmieniono hasło do Twojego konta ${service}.`],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli to nie Ty, od razu poproś o nowe hasło na stronie logowania i ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'The password of your Wachta account was changed',
    opening: [`The password of your account ${service} was changed.`],
    facts: [['When', time(at)]],
    closing: [
      'If it was you, there is nothing you need to do.',
      `If it was not, ask for a new password on the sign-in page at once and ${contact}.`,
    ],
  }),
}

/** Goes to the address that was replaced, and for that reason does not tell the new one. */
export const addressChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Adres e-mail konta w Wachcie został zmieniony',
    opening: [
      `zmieniono adres e-mail Twojego konta ${service}. Odtąd piszemy o tym koncie na nowy adres, a na ten już nie.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli to nie Ty, od razu zaloguj się, przywróć swój adres i zmień hasło. Gdyby logowanie się nie udało, ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'The e-mail address of your Wachta account was changed',
    opening: [
      `The e-mail address of your account ${service} was changed. From now on we write about this account to the new ` +
        'address and no longer to this one.',
    ],
    facts: [['When', time(at)]],
    closing: [
      'If it was you, there is nothing you need to do.',
      `If it was not, sign in at once, restore your address and change the password. If you cannot sign in, ${contact}.`,
    ],
  }),
}

export const accountClosed: MailWriter<{ readonly eraseAfter: Date }> = {
  pl: ({ eraseAfter }, { service, contact, day }) => ({
    subject: 'Konto w Wachcie zostało zamknięte',
    opening: [
      `Twoje konto ${service} zostało zamknięte i nie można się już na nie zalogować. Jego dane usuniemy na zawsze ` +
        `po ${day(eraseAfter)}.`,
    ],
    closing: [
      'Jeśli tak miało być, nie musisz nic robić.',
      `Jeśli to pomyłka albo nie Twoja decyzja, przed tym dniem ${contact}. Później danych nie da się odzyskać.`,
    ],
  }),
  en: ({ eraseAfter }, { service, contact, day }) => ({
    subject: 'Your Wachta account was closed',
    opening: [
      `Your account ${service} was closed, and it is no longer possible to sign in to it. We will erase its data for ` +
        `good after ${day(eraseAfter)}.`,
    ],
    closing: [
      'If this is as it should be, there is nothing you need to do.',
      `If it is a mistake or was not your decision, ${contact} before that day. Later the data cannot be recovered.`,
    ],
  }),
}
