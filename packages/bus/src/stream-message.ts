import type { MsgHdrs } from '@nats-io/nats-core'

export interface StreamMessage {
  readonly subject: string
  /** Its place in the stream. */
  readonly sequence: number
  readonly bytes: Uint8Array
  readonly headers: MsgHdrs | undefined
  /** When the broker got it, in milliseconds since 1970. */
  readonly stored: number
  /** How many messages of the filter the broker held after this one when it sent it. */
  readonly pending: number
}
