import { shownName } from '../names.ts'
import type { MailWriter } from './message.ts'

/** To someone who had a password and asks for another. */
export const newPassword: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Ustaw nowe hasło do Wachty',
    opening: [`otrzymaliśmy prośbę o nowe hasło do konta ${service}. Ustawisz je po otwarciu linku.`],
    action: 'Ustaw nowe hasło',
    closing: [
      until(expiresAt),
      'Nikomu nie przekazuj tego linku. Jeśli to nie Ty prosisz o nowe hasło, nic nie rób: dotychczasowe nadal działa.',
    ],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Set a new Wachta password',
    opening: [`We were asked for a new password for an account ${service}. Open the link to set it.`],
    action: 'Set a new password',
    closing: [
      until(expiresAt),
      'Do not pass this link on. If it was not you who asked, do nothing: the present password still works.',
    ],
  }),
}

/** To someone whose account another person created. */
export const firstPassword: MailWriter<{ readonly expiresAt: Date; readonly createdBy: string | null }> = {
  pl: ({ expiresAt, createdBy }, { service, until }) => ({
    subject: 'Ustaw hasło do konta w Wachcie',
    opening: [
      `utworzono dla Ciebie konto ${service}, który zdalnie sprawdza, czy usługi w sieci działają. ` +
        'Ustaw hasło, a potem zaloguj się podaną niżej nazwą użytkownika.',
    ],
    facts: createdBy === null ? [] : [['Utworzone z konta', shownName(createdBy)]],
    action: 'Ustaw hasło',
    closing: [
      until(expiresAt),
      'Nikomu nie przekazuj tego linku. Jeśli nie spodziewasz się tego konta, nic nie rób: dopóki nie ma hasła, ' +
        'nikt się na nie nie zaloguje.',
    ],
  }),
  en: ({ expiresAt, createdBy }, { service, until }) => ({
    subject: 'Set the password of your Wachta account',
    opening: [
      `An account was created for you ${service}, which checks remotely whether services work. ` +
        'Set a password, then sign in with the username below.',
    ],
    facts: createdBy === null ? [] : [['Created from the account', shownName(createdBy)]],
    action: 'Set the password',
    closing: [
      until(expiresAt),
      'Do not pass this link on. If you do not expect this account, do nothing: nobody can sign in to it while it has ' +
        'no password.',
    ],
  }),
}
