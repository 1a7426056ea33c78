import type { Carriers, Mail } from './carrier.ts'
import { createNotConfiguredError, type Delivery } from './delivery.ts'
import { renderHtmlDocument } from './html-document.ts'
import type { Message } from './message.ts'
import { toPlainText } from './plain-text.ts'

/** Sends a mail in HTML with a plain-text alternative. */
export async function mailHtml(message: Message, carriers: Carriers): Promise<Delivery> {
  return await send(message, { text: toPlainText(message.text), html: renderHtmlDocument(message) }, carriers)
}

export async function mailText(message: Message, carriers: Carriers): Promise<Delivery> {
  return await send(message, { text: message.text }, carriers)
}

async function send(
  { id, thread, kind, repeat_number, address, subject, attachments, language, time }: Message,
  content: Pick<Mail, 'text' | 'html'>,
  { mail }: Carriers,
): Promise<Delivery> {
  if (mail === undefined) throw createNotConfiguredError('mail server')
  const isFirst = kind !== 'end' && repeat_number === 0
  return await mail.send({ id, thread, isFirst, to: address, subject, ...content, attachments, language, date: time })
}
