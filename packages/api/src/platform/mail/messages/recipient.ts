import type { MailWriter } from './message.ts'

/** Goes to an address that an account wants to notify. The reader may not know Wachta or the account. */
export const confirmRecipient: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, validity }) => ({
    subject: 'Czy chcesz otrzymywać powiadomienia z Wachty?',
    opening: [
      `konto podane niżej chce wysyłać na ten adres powiadomienia o awariach usług, które monitoruje ${service}. ` +
        'Bez Twojej zgody niczego nie wyślemy.',
    ],
    action: 'Chcę otrzymywać powiadomienia',
    closing: [
      `${validity(expiresAt)} Potem poproś właściciela konta o nowy link.`,
      'Jeśli nie znasz tego konta albo nie chcesz powiadomień, zignoruj tę wiadomość.',
    ],
  }),
  en: ({ expiresAt }, { service, validity }) => ({
    subject: 'Do you want to receive notifications from Wachta?',
    opening: [
      `The account below wants to notify this address when a service that it monitors ${service} is down. ` +
        'We send nothing until you agree.',
    ],
    action: 'Receive notifications',
    closing: [
      `${validity(expiresAt)} After that, the account must send you a new one.`,
      'If you do not know this account or do not want notifications, ignore this message.',
    ],
  }),
}
