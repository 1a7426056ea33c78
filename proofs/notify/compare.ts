import type { AcceptedMessage } from '@wachta/testing/notifier/sinks'

/** The comparison of arrived and expected messages. */
export interface Comparison {
  readonly expected: number
  readonly lost: readonly string[]
  /** Messages that should not have been sent. */
  readonly unexpected: readonly string[]
  /** Messages that came again although their sender was alive. */
  readonly needlessCopies: readonly string[]
  /** Copies of a message with another id. */
  readonly withChangedIds: readonly string[]
  /** How many messages came more than once. */
  readonly copies: number
  /** How many messages came in one mail with others. */
  readonly inDigests: number
}

const channels = ['mail', 'digest', 'json_post', 'sms']
const kinds = ['start', 'end']

/** The death of a notifier: it may have sent messages without recording them. */
export interface NotifierDeath {
  readonly pid: number
  readonly at: number
}

/** The longest time from the response of a provider until it is recorded, if the database is unavailable. */
const maxRecordDelayMs = 30_000
/** How long after the death of its sender a busy provider may still accept a connection. */
const maxAcceptDelayMs = 5_000

/** Every service failed once and recovered once: its contact must be notified of both on each channel. */
export function compare(
  accepted: readonly AcceptedMessage[],
  { services, deaths }: { readonly services: readonly number[]; readonly deaths: readonly NotifierDeath[] },
): Comparison {
  const expected = new Set(
    services.flatMap((service) =>
      channels.flatMap((channel) => kinds.map((kind) => keyOf({ channel, service, kind }))),
    ),
  )
  const arrived = Map.groupBy(accepted, keyOf)
  const repeated = [...arrived].filter(([, copies]) => copies.length > 1)
  return {
    expected: expected.size,
    lost: [...expected].filter((key) => !arrived.has(key)),
    unexpected: [...arrived.keys()].filter((key) => !expected.has(key)),
    needlessCopies: repeated
      .filter(([, copies]) => hasNeedlessCopy(copies, deaths))
      .map(
        ([key, copies]) =>
          `${key}, at ${copies.map(({ at, pid }) => `${new Date(at).toISOString().slice(11, 23)} by ${pid}`).join(' and ')}`,
      ),
    withChangedIds: repeated.filter(([, copies]) => new Set(copies.map(({ id }) => id)).size > 1).map(([key]) => key),
    copies: repeated.length,
    inDigests: accepted.filter(({ isInDigest }) => isInDigest).length,
  }
}

/** Whether a message was sent again although the sender of the previous copy was alive. */
function hasNeedlessCopy(copies: readonly AcceptedMessage[], deaths: readonly NotifierDeath[]): boolean {
  const inOrder = copies.toSorted((one, other) => one.came - other.came)
  return inOrder.some((copy, index) => {
    const previous = inOrder[index - 1]
    return previous !== undefined && !deaths.some((death) => isExcusedBy(death, previous, copy))
  })
}

/**
 * Whether the sender of the previous copy died before this copy came. A dead process sends nothing more, even if a
 * provider reads its message later. If the connection had no owner any more when the provider accepted it, its owner
 * was the notifier that died just before.
 */
const isExcusedBy = ({ pid, at }: NotifierDeath, previous: AcceptedMessage, copy: AcceptedMessage): boolean =>
  previous.pid === undefined
    ? at <= previous.came && previous.came - at <= maxAcceptDelayMs
    : pid === previous.pid && at <= copy.came && at - previous.at <= maxRecordDelayMs

const keyOf = ({ channel, service, kind }: { channel: string; service: number; kind: string }): string =>
  `${channel} ${service} ${kind}`
