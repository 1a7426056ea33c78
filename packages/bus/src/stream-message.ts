import type { MsgHdrs } from '@nats-io/nats-core'

export interface StreamMessage {
  readonly subject: string
  /** Its position in the stream. */
  readonly sequence: number
  readonly bytes: Uint8Array
  readonly headers: MsgHdrs | undefined
  /** When the broker stored it, in milliseconds since 1970. */
  readonly stored: number
  /** The number of later messages that matched the filter when the broker sent this one. */
  readonly pending: number
}
