import type { MailWriter } from './message.ts'

/** Goes to the address of a new account. The reader may not have heard of Wachta. */
export const activation: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Aktywuj konto w Wachcie',
    opening: [
      `na ten adres e-mail założono konto ${service}, który monitoruje usługi i powiadamia o awariach. ` +
        'Aktywuj konto, aby zacząć z niego korzystać.',
    ],
    action: 'Aktywuj konto',
    closing: [
      until(expiresAt),
      'Jeśli to nie Ty zakładasz to konto, zignoruj tę wiadomość: bez aktywacji nie można się na nie zalogować.',
    ],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Activate your Wachta account',
    opening: [
      `An account with this e-mail address was created ${service}, which monitors services and notifies you when one ` +
        'is down. Activate the account to start using it.',
    ],
    action: 'Activate account',
    closing: [
      until(expiresAt),
      'If you did not create this account, ignore this message: without activation, the account cannot be used.',
    ],
  }),
}
