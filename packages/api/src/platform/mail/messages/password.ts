import { toDisplayName } from '../names.ts'
import type { MailWriter } from './message.ts'

/** For an account that has a password. */
export const newPassword: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Ustaw nowe hasło do Wachty',
    opening: [`otrzymaliśmy prośbę o nowe hasło do konta ${service}. Otwórz link, aby je ustawić.`],
    action: 'Ustaw nowe hasło',
    closing: [
      until(expiresAt),
      'Nikomu nie przekazuj tego linku. Jeśli to nie Ty prosisz o nowe hasło, zignoruj tę wiadomość: obecne nadal działa.',
    ],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Set a new Wachta password',
    opening: [`We received a request for a new password for an account ${service}. Open the link to set it.`],
    action: 'Set new password',
    closing: [
      until(expiresAt),
      'Do not share this link. If you did not request it, ignore this message: the current password still works.',
    ],
  }),
}

/** For an account that another person created. */
export const firstPassword: MailWriter<{ readonly expiresAt: Date; readonly createdBy: string | null }> = {
  pl: ({ expiresAt, createdBy }, { service, until }) => ({
    subject: 'Ustaw hasło do konta w Wachcie',
    opening: [
      `utworzono dla Ciebie konto ${service}, który monitoruje usługi i powiadamia o awariach. ` +
        'Ustaw hasło, a potem zaloguj się podaną niżej nazwą użytkownika.',
    ],
    facts: createdBy === null ? [] : [['Utworzone przez', toDisplayName(createdBy)]],
    action: 'Ustaw hasło',
    closing: [
      until(expiresAt),
      'Nikomu nie przekazuj tego linku. Jeśli nie spodziewasz się tego konta, zignoruj tę wiadomość: bez hasła nie ' +
        'można się na nie zalogować.',
    ],
  }),
  en: ({ expiresAt, createdBy }, { service, until }) => ({
    subject: 'Set the password of your Wachta account',
    opening: [
      `An account was created for you ${service}, which monitors services and notifies you when one is down. ` +
        'Set a password, then sign in with the username below.',
    ],
    facts: createdBy === null ? [] : [['Created by', toDisplayName(createdBy)]],
    action: 'Set password',
    closing: [
      until(expiresAt),
      'Do not share this link. If you do not expect this account, ignore this message: without a password, the account ' +
        'cannot be used.',
    ],
  }),
}
