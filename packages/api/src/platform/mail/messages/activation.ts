import type { MailWriter } from './message.ts'

/** To the address a new account was opened with; whoever reads it may never have heard of us. */
export const activation: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Aktywuj konto w Wachcie',
    opening: [
      `z tym adresem e-mail założono konto ${service}, który zdalnie sprawdza, czy usługi w sieci działają. ` +
        'Aktywuj konto, aby zacząć z niego korzystać.',
    ],
    action: 'Aktywuj konto',
    closing: [
      until(expiresAt),
      'Jeśli to nie Ty zakładasz to konto, nic nie rób: bez aktywacji nikt się na nie nie zaloguje.',
    ],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Activate your Wachta account',
    opening: [
      `An account with this e-mail address was opened ${service}, which checks remotely whether services work. ` +
        'Activate the account to start using it.',
    ],
    action: 'Activate the account',
    closing: [
      until(expiresAt),
      'If it was not you who opened this account, do nothing: nobody can sign in to it until it is activated.',
    ],
  }),
}
