import type { MailWriter } from './message.ts'

export const passwordChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Zmieniono hasło do konta w Wachcie',
    opening: [`zmieniono hasło do Twojego konta ${service}.`],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli nie, od razu poproś o nowe hasło na stronie logowania i ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'Your Wachta password was changed',
    opening: [`The password of your account ${service} was changed.`],
    facts: [['When', time(at)]],
    closing: [
      'If you made this change, no action is needed.',
      `If you did not, request a new password on the sign-in page immediately and ${contact}.`,
    ],
  }),
}

/** Goes to the previous address. It must not reveal the new one, in case the account was taken over. */
export const addressChanged: MailWriter<{ readonly at: Date }> = {
  pl: ({ at }, { service, contact, time }) => ({
    subject: 'Zmieniono adres e-mail konta w Wachcie',
    opening: [
      `zmieniono adres e-mail Twojego konta ${service}. Wiadomości o tym koncie wysyłamy teraz tylko na nowy adres.`,
    ],
    facts: [['Kiedy', time(at)]],
    closing: [
      'Jeśli to Twoja zmiana, nie musisz nic robić.',
      `Jeśli nie, od razu zaloguj się, przywróć swój adres i zmień hasło. Jeśli nie możesz się zalogować, ${contact}.`,
    ],
  }),
  en: ({ at }, { service, contact, time }) => ({
    subject: 'The e-mail address of your Wachta account was changed',
    opening: [
      `The e-mail address of your account ${service} was changed. Messages about the account now go to the new address only.`,
    ],
    facts: [['When', time(at)]],
    closing: [
      'If you made this change, no action is needed.',
      `If you did not, sign in immediately, restore your address and change the password. If you cannot sign in, ${contact}.`,
    ],
  }),
}

export const accountClosed: MailWriter<{ readonly eraseAfter: Date }> = {
  pl: ({ eraseAfter }, { service, contact, day }) => ({
    subject: 'Zamknięto konto w Wachcie',
    opening: [
      `Twoje konto ${service} zostało zamknięte i nie można się już na nie zalogować. Jego dane trwale usuniemy ` +
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
      `Your account ${service} was closed, and you can no longer sign in to it. Its data will be permanently deleted ` +
        `after ${day(eraseAfter)}.`,
    ],
    closing: [
      'If this was intended, no action is needed.',
      `If it was a mistake or not your decision, ${contact} before that day. Afterwards the data cannot be recovered.`,
    ],
  }),
}
