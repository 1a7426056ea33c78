import type { Taken } from '../support/sinks.ts'

/** What arrived against what ought to have. */
export interface Comparison {
  readonly expected: number
  readonly lost: readonly string[]
  /** Messages that nobody should have been sent. */
  readonly invented: readonly string[]
  /** More copies than one for each time that somebody was killed who could not note what was sent. */
  readonly beyond: readonly string[]
  /** Copies of a message that do not carry its id. */
  readonly renamed: readonly string[]
  /** How many messages came more than once. */
  readonly copies: number
}

const channels = ['mail', 'json_post', 'sms']
const kinds = ['start', 'end']

/** A time in which somebody was killed, so many at once: who sent a message then may not have noted it. */
export interface Kill {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Every service failed once and recovered once: its contact is told of both, by each channel. */
export function compare(
  taken: readonly Taken[],
  { services, kills }: { readonly services: readonly number[]; readonly kills: readonly Kill[] },
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
      .filter(([, copies]) => copies.length > 1 + excused(copies, kills))
      .map(
        ([key, copies]) =>
          `${key}, at ${copies.map(({ at }) => new Date(at).toISOString().slice(11, 23)).join(' and ')}`,
      ),
    renamed: several.filter(([, copies]) => new Set(copies.map(({ id }) => id)).size > 1).map(([key]) => key),
    copies: several.length,
  }
}

/** How many were killed between the first copy and the last: only then one of them can have been without need. */
function excused(copies: readonly Taken[], kills: readonly Kill[]): number {
  const times = copies.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return kills.filter(({ from, to }) => from <= last && to >= first).reduce((sum, { count }) => sum + count, 0)
}

const keyOf = ({ channel, service, kind }: { channel: string; service: number; kind: string }): string =>
  `${channel} ${service} ${kind}`
