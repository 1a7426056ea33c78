import type { Language } from '@wachta/domain'

/** A message as a channel gets it: everything is written out and cut to what the channel carries. */
export interface Message {
  /** The same in every copy and every attempt, so that whoever gets a second one can tell. */
  readonly id: string
  /** The same in all messages about one occurrence: what ties the end to the start. */
  readonly thread: string
  readonly kind: 'start' | 'end' | 'test' | 'code'
  /** 0 for the first message of its kind. */
  readonly repeat_number: number
  readonly address: string
  /** Empty where the channel has no subjects. */
  readonly subject: string
  readonly text: string
  readonly language: Language
  /** When the message was made; it does not change from one attempt to the next. */
  readonly time: Date
  /** The template variables as plain text, for channels that carry data beside the text. */
  readonly values: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  /** The keys of the account that requests are signed with, the newest first; none where it has made none. */
  readonly signingKeys: readonly string[]
  /** Of a push notification: the device that the address names. */
  readonly device?: Device
}

export interface Attachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

export interface Device {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}
