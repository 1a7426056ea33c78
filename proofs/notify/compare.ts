import type { AcceptedMessage } from '@wachta/testing/notifier/sinks'

/** The comparison of arrived and expected messages. */
export interface Comparison {
  readonly expected: number
  readonly lost: readonly string[]
  /** Messages that should not have been sent. */
  readonly invented: readonly string[]
  /** Messages that came again although their sender was alive. */
  readonly beyond: readonly string[]
  /** Copies of a message with another id. */
  readonly renamed: readonly string[]
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
const notedMs = 30_000
/** How long after the death of its sender a busy provider may still accept a connection. */
const acceptedMs = 5_000

/** Every service failed once and recovered once: its contact must be notified of both on each channel. */
export function compare(
  taken: readonly AcceptedMessage[],
  { services, deaths }: { readonly services: readonly number[]; readonly deaths: readonly NotifierDeath[] },
): Comparison {
  const expected = new Set(
    services.flatMap((service) =>
      channels.flatMap((channel) => kinds.map((kind) => keyOf({ channel, service, kind }))),
    ),
  )
  const arrived = Map.groupBy(taken, keyOf)
  const several = [...arrived].filter(([, copies]) => copies.length > 1)
  return {
    expected: expected.size,
    lost: [...expected].filter((key) => !arrived.has(key)),
    invented: [...arrived.keys()].filter((key) => !expected.has(key)),
    beyond: several
      .filter(([, copies]) => hasNeedless(copies, deaths))
      .map(
        ([key, copies]) =>
          `${key}, at ${copies.map(({ at, pid }) => `${new Date(at).toISOString().slice(11, 23)} by ${pid}`).join(' and ')}`,
      ),
    renamed: several.filter(([, copies]) => new Set(copies.map(({ id }) => id)).size > 1).map(([key]) => key),
    copies: several.length,
    inDigests: taken.filter(({ isInDigest }) => isInDigest).length,
  }
}

/** A copy is needless unless the process that sent the one before it died meanwhile. */
function hasNeedless(copies: readonly AcceptedMessage[], deaths: readonly NotifierDeath[]): boolean {
  const inOrder = copies.toSorted((one, other) => one.came - other.came)
  return inOrder.some((copy, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && !deaths.some((death) => isExcusedBy(death, before, copy))
  })
}

/**
 * A process that died has sent nothing since, even if a provider reads it later. If the connection had no owner any
 * more when the provider accepted it, its owner was the notifier that died just before.
 */
const isExcusedBy = ({ pid, at }: NotifierDeath, before: AcceptedMessage, copy: AcceptedMessage): boolean =>
  before.pid === undefined
    ? at <= before.came && before.came - at <= acceptedMs
    : pid === before.pid && at <= copy.came && at - before.at <= notedMs

const keyOf = ({ channel, service, kind }: { channel: string; service: number; kind: string }): string =>
  `${channel} ${service} ${kind}`
