import { isWaiting } from '@wachta/runtime'
import { toOutgoing } from './outgoing.ts'
import { freshMs, type SendingContext } from './sending.ts'
import type { SpooledResult } from './spool/records.ts'

export interface UnsentBacklog {
  /** Whether no results wait to be sent. */
  readonly isIdle: boolean
  /** Adds a range of results that were not sent, or that are missing in the broker or the centre. */
  add(group: number, from: number, to: number): void
  /** Sets the number of late results that may be sent from now on. */
  credit(results: number): void
  /** Call this for a new connection: after a random delay, all results that the centre may not have are sent again. */
  restart(): void
  /** Sends some results, if the credit allows it. */
  pump(): void
}

type Range = [from: number, to: number]

/** The state of waiting for the centre to confirm more results of a shard. */
interface Stall {
  /** The first sequence that is not confirmed. */
  readonly floor: number
  readonly durationMs: number
  readonly until: number
}

/** The largest random delay after an outage, so that not all sensors send at the same time. */
const jitterMs = 30_000
/**
 * If the centre confirms no results of a shard for this long, all unconfirmed ones are sent again; then after twice
 * that time, and so on. Each shard counts separately, because results may be lost in only one of them.
 */
const minStallMs = 60_000
const maxStallMs = 600_000
const batchSize = 500
const pause_ms = 1_000

/**
 * Sends results from a spool until the centre confirms that it has stored them; an acknowledgement of the broker is not
 * sufficient.
 */
export function createBacklog({ spool, forms, now, publish, random }: SendingContext): UnsentBacklog {
  const ranges = new Map<number, Range[]>()
  const stalls = new Map<number, Stall>()
  let [credit, isPumping] = [0, false]
  let notBefore = now()
  /** By shard, the sequence up to which results may have been lost with the old connection and must be sent again. */
  let possiblyLost: ReadonlyMap<number, number> = new Map()

  const add = (group: number, from: number, to: number): void => {
    ranges.set(group, mergeRanges([...(ranges.get(group) ?? []), [from, to]]))
  }
  /** Adds the results that the centre has not confirmed for too long, or that were sent by the old connection. */
  const addUnconfirmed = (): void => {
    for (const [group, [from, to]] of spool.outstanding()) {
      const stall = stalls.get(group)
      const hasAdvanced = stall?.floor !== from
      const isStalled = !hasAdvanced && !isWaiting(now(), stall.until, stall.durationMs)
      if (isStalled) {
        add(group, from, to)
        // An analyst of an older version may own the shard now. It cannot read packed results, so it confirms none of
        // them.
        forms.stopPacking(group)
      } else if (from <= (possiblyLost.get(group) ?? 0)) add(group, from, Math.min(to, possiblyLost.get(group) ?? 0))
      if (!hasAdvanced && !isStalled) continue
      const durationMs = hasAdvanced ? minStallMs : Math.min(maxStallMs, stall.durationMs * 2)
      stalls.set(group, { floor: from, durationMs, until: now() + durationMs })
    }
    possiblyLost = new Map()
  }
  const sendRange = async (group: number, [from, to]: Range): Promise<void> => {
    const floor = spool.outstanding().get(group)?.[0] ?? to + 1
    const limit = Math.min(batchSize, credit, to - Math.max(from, floor) + 1)
    const spooled = limit > 0 ? await spool.read(group, Math.max(from, floor), limit) : []
    const results = spooled.filter(({ sequence }) => sequence <= to)
    for (const [urgency, part] of splitByAge(results, now() - freshMs)) {
      if (urgency === 'backlog') credit -= part.length
      const source = { host: spool.host, oldest: spool.first(group), isPacked: forms.isPacked(group) }
      for (const outgoing of toOutgoing(source, urgency, part)) await publish(outgoing)
    }
    // If nothing could be read, the results of the range no longer exist, so the whole range is removed.
    removeRange(ranges, group, [from, results.at(-1)?.sequence ?? to])
  }
  const sendRanges = async (): Promise<void> => {
    for (const [group, [first]] of ranges) {
      if (first === undefined) ranges.delete(group)
      else if (credit > 0) await sendRange(group, first)
    }
  }
  return {
    get isIdle() {
      return ranges.size === 0
    },
    add,
    credit(results) {
      credit = results
    },
    restart() {
      notBefore = now() + Math.floor(random() * jitterMs)
      possiblyLost = new Map([...spool.outstanding()].map(([group, [, to]]) => [group, to]))
    },
    pump() {
      if (isPumping || isWaiting(now(), notBefore, jitterMs)) return
      addUnconfirmed()
      if (ranges.size === 0 || credit <= 0) return
      isPumping = true
      sendRanges()
        .catch(() => {
          notBefore = now() + pause_ms
        })
        .finally(() => {
          isPumping = false
        })
    },
  }
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Removes a range that was sent. */
function removeRange(ranges: Map<number, Range[]>, group: number, [from, to]: Range): void {
  const remaining = (ranges.get(group) ?? []).flatMap(([first, last]): Range[] =>
    first <= to && last >= from ? (last > to ? [[to + 1, last]] : []) : [[first, last]],
  )
  if (remaining.length === 0) ranges.delete(group)
  else ranges.set(group, remaining)
}

/** Divides results into late and fresh ones; each list keeps the order of sequences. */
function splitByAge(results: readonly SpooledResult[], freshFrom: number): ['live' | 'backlog', SpooledResult[]][] {
  const [late, fresh] = [[], []] as [SpooledResult[], SpooledResult[]]
  for (const result of results) (result.report.slot < freshFrom ? late : fresh).push(result)
  return [
    ['backlog', late],
    ['live', fresh],
  ]
}
