import type { MailWriter } from './message.ts'

/** To somebody whom an account wants to notify; they may never have heard of us or of the account. */
export const confirmRecipient: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, until }) => ({
    subject: 'Czy chcesz dostawać powiadomienia z Wachty?',
    opening: [
      `konto podane niżej chce wysyłać na ten adres powiadomienia o awariach usług, które sprawdza ${service}. ` +
        'Nie wyślemy żadnego, dopóki się na to nie zgodzisz.',
    ],
    action: 'Chcę dostawać powiadomienia',
    closing: [until(expiresAt), 'Jeśli nie znasz tego konta albo tego nie chcesz, nic nie rób.'],
  }),
  en: ({ expiresAt }, { service, until }) => ({
    subject: 'Do you want to receive notifications from Wachta?',
    opening: [
      `The account below wants to send notifications to this address when the services that it monitors ${service} fail. ` +
        'We send none until you agree.',
    ],
    action: 'Receive notifications',
    closing: [until(expiresAt), 'If you do not know this account, or do not want this, do nothing.'],
  }),
}
