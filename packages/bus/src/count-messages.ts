import { randomUUID } from 'node:crypto'
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'

export interface CountOptions {
  readonly stream: string
  readonly subject: string
  /** The sequence number after which the count begins. */
  readonly after: number
  /** The last sequence number that is counted. */
  readonly until: number
}

/** The time after which the broker deletes a consumer that could not be deleted here. */
const idleConsumerMs = 10_000

/**
 * Counts the messages of a subject between two positions of a stream. Messages that arrive during the count can make
 * the number smaller, never larger.
 */
export async function countMessages(bus: Bus, { stream, subject, after, until }: CountOptions): Promise<number> {
  if (until <= after) return 0
  const all = await countMessagesFrom(bus, { stream, subject, from: after + 1 })
  return Math.max(0, all - (await countMessagesFrom(bus, { stream, subject, from: until + 1 })))
}

/** Counts the messages from a position on: the broker returns that number when it creates a consumer. */
async function countMessagesFrom(
  bus: Bus,
  { stream, subject, from }: { readonly stream: string; readonly subject: string; readonly from: number },
): Promise<number> {
  const { name, num_pending } = await bus.manager.consumers.add(stream, {
    name: `count-${randomUUID()}`,
    filter_subject: subject,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    inactive_threshold: nanos(idleConsumerMs),
    mem_storage: true,
    num_replicas: 1,
  })
  await bus.manager.consumers.delete(stream, name)
  return num_pending
}
