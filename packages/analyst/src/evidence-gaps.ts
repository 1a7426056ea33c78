import type { JsMsg } from '@nats-io/jetstream'

/** The position of a consumer: the last message of the stream that it delivered first, and the number of deliveries. */
export interface DeliveryPosition {
  readonly stream_seq: number
  readonly consumer_seq: number
}

type Delivery = Pick<JsMsg['info'], 'streamSequence' | 'deliverySequence' | 'deliveryCount'>

/**
 * Detects messages that the stream discarded before they were read. First deliveries come in the order of the stream,
 * so a gap shows them, except for messages that went to another reader of the same consumer: while the leadership
 * changes, two analysts read for a moment. The numbers of the deliveries show how many those are at most.
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
