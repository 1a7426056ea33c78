import { type Channel, type Device, type Message, sampleValues } from '@wachta/channels'

/** A message with unique values, so that any trace of it can be recognized. */
export function messageTo(
  to: { readonly address: string; readonly device?: Device },
  { hasSubject }: Pick<Channel, 'hasSubject'>,
  changed: Partial<Message> = {},
): Message {
  return {
    id: 'main-n4711',
    thread: 'main-o1234',
    kind: 'start',
    repeat_number: 0,
    subject: hasSubject ? 'CANARY-SUBJECT-51c0' : '',
    text: 'CANARY-TEXT-7d2f: no answer',
    language: 'en',
    time: new Date('2026-11-15T03:12:30Z'),
    values: sampleValues.en,
    attachments: [],
    signingKeys: ['CANARY-KEY-1-a91e', 'CANARY-KEY-2-b73d'],
    ...to,
    ...changed,
  }
}
