import type { JsMsg } from '@nats-io/jetstream'

/** The position of a consumer. */
export interface DeliveryPosition {
  /** The last message of the stream that was delivered. */
  readonly stream_seq: number
  /** The number of deliveries, repeated ones included. */
  readonly consumer_seq: number
}

type Delivery = Pick<JsMsg['info'], 'streamSequence' | 'deliverySequence' | 'deliveryCount'>

/**
 * Detects messages that the stream discarded before they were read. First deliveries come in the order of the stream,
 * so a gap shows discarded messages. But while the leadership changes, two analysts read from the same consumer for a
 * moment, and messages may have gone to the other one: at most as many as there are missing delivery numbers.
 */
export function createGapCheck(
  { stream_seq, consumer_seq }: DeliveryPosition,
  onGap: (messages: number) => void,
): (delivery: Delivery) => void {
  let lastMessage = stream_seq > 0 ? stream_seq : undefined
  let lastDelivery = consumer_seq
  let elsewhere = 0
  return ({ streamSequence, deliverySequence, deliveryCount }) => {
    elsewhere += Math.max(0, deliverySequence - lastDelivery - 1)
    lastDelivery = deliverySequence
    if (deliveryCount !== 1) return
    const discarded = lastMessage === undefined ? 0 : streamSequence - lastMessage - 1 - elsewhere
    if (discarded > 0) onGap(discarded)
    lastMessage = streamSequence
    elsewhere = 0
  }
}
