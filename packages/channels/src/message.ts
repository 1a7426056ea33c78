import type { Language } from '@wachta/domain'

/** A message as a channel gets it: rendered, and truncated to the limits of the channel. */
export interface Message {
  /** The same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string
  /** The same in all messages about one alert; joins the end to the start. */
  readonly thread: string
  readonly kind: 'start' | 'end' | 'test' | 'code'
  /** 0 for the first message of its kind. */
  readonly repeat_number: number
  readonly address: string
  /** Empty if the channel has no subjects. */
  readonly subject: string
  readonly text: string
  readonly language: Language
  /** When the message was created; the same in every attempt. */
  readonly time: Date
  /** The template variables as plain text, for channels that send data besides the text. */
  readonly values: Readonly<Record<string, string>>
  /** Whether the message carries several notifications; `kind` is then `start` if one of them is. */
  readonly isDigest?: boolean
  readonly attachments: readonly Attachment[]
  /** The signing keys of the account, the newest first; empty if it has none or the channel does not sign. */
  readonly signingKeys: readonly string[]
  /** For a push notification: the device of the address. */
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
