import type { MailWriter } from './message.ts'

/**
 * Goes to an address that an account wants to send notifications or reports to. The reader may not know Wachta or the
 * account.
 */
export const confirmRecipient: MailWriter<{ readonly expiresAt: Date }> = {
  pl: ({ expiresAt }, { service, validity }) => ({
    subject: 'Czy zgadzasz się otrzymywać wiadomości z Wachty?',
    opening: [
      'właściciel konta podanego niżej chce wysyłać na ten adres powiadomienia lub raporty o usługach monitorowanych ' +
        `${service}. Bez Twojej zgody ich nie wyślemy.`,
    ],
    action: 'Zgadzam się',
    closing: [
      `${validity(expiresAt)} Jeśli straci ważność, poproś właściciela konta o nowy.`,
      'Jeśli nie znasz tego konta albo nie chcesz tych wiadomości, zignoruj tę wiadomość.',
    ],
  }),
  en: ({ expiresAt }, { service, validity }) => ({
    subject: 'Do you agree to receive messages from Wachta?',
    opening: [
      'The holder of the account below wants to send notifications or reports about services monitored ' +
        `${service} to this address. We send none of them until you agree.`,
    ],
    action: 'I agree',
    closing: [
      `${validity(expiresAt)} If it has expired, ask the account holder for a new one.`,
      'If you do not know this account or do not want these messages, ignore this one.',
    ],
  }),
}
