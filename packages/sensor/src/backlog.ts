import { toOutgoing } from './outgoing.ts'
import { freshMs, type SendingContext } from './sending.ts'
import type { SpooledResult } from './spool/records.ts'

export interface UnsentBacklog {
  /** These were not sent, or not taken. */
  add(group: number, from: number, to: number): void
  credit(results: number): void
  /** The connection is new: after a while, everything that the centre may lack is sent again. */
  restart(): void
  /** Sends some, where that is allowed. */
  pump(): void
}

type Range = [from: number, to: number]

/** Since when the centre has not moved on in a group, and how long that is borne. */
interface Silence {
  readonly floor: number
  readonly length: number
  readonly until: number
}

/** So that not all sensors come at once after an outage. */
const jitter_ms = 30_000
/**
 * Where the centre does not move on in a group for so long, it is sent again what it did not confirm; then twice as long,
 * and so on. What it says of other groups is no comfort: results can be lost in one alone.
 */
const silence_ms = 60_000
const longestSilence_ms = 600_000
const batch = 500
const pause_ms = 1_000

/** What is to be sent from the disk. The broker's word that it has something is not enough: only the centre's is. */
export function createBacklog({ spool, now, publish, random }: SendingContext): UnsentBacklog {
  const ranges = new Map<number, Range[]>()
  const silences = new Map<number, Silence>()
  let [credit, isPumping] = [0, false]
  let notBefore = now()
  /** Up to where each group may have been sent into the void, until it has been sent again. */
  let doubtful: ReadonlyMap<number, number> = new Map()

  const add = (group: number, from: number, to: number): void => {
    ranges.set(group, merged([...(ranges.get(group) ?? []), [from, to]]))
  }
  const repeat = (): void => {
    for (const [group, [from, to]] of spool.outstanding()) {
      const before = silences.get(group)
      const isMoving = before?.floor !== from
      const isSilent = !isMoving && now() >= before.until
      if (isSilent) add(group, from, to)
      else if (from <= (doubtful.get(group) ?? 0)) add(group, from, Math.min(to, doubtful.get(group) ?? 0))
      if (!isMoving && !isSilent) continue
      const length = isMoving ? silence_ms : Math.min(longestSilence_ms, before.length * 2)
      silences.set(group, { floor: from, length, until: now() + length })
    }
    doubtful = new Map()
  }
  const sendSome = async (group: number, [from, to]: Range): Promise<void> => {
    const floor = spool.outstanding().get(group)?.[0] ?? to + 1
    const limit = Math.min(batch, credit, to - Math.max(from, floor) + 1)
    const read = limit > 0 ? await spool.read(group, Math.max(from, floor), limit) : []
    const results = read.filter(({ sequence }) => sequence <= to)
    for (const [urgency, part] of byAge(results, now() - freshMs)) {
      if (urgency === 'backlog') credit -= part.length
      for (const outgoing of toOutgoing({ host: spool.host, oldest: spool.first(group) }, urgency, part))
        await publish(outgoing)
    }
    // Where nothing can be read, there is nothing left of it.
    shorten(ranges, group, [from, results.at(-1)?.sequence ?? to])
  }
  const pump = async (): Promise<void> => {
    for (const [group, [first]] of ranges) {
      if (first === undefined) ranges.delete(group)
      else if (credit > 0) await sendSome(group, first)
    }
  }
  return {
    add,
    credit(results) {
      credit = results
    },
    restart() {
      notBefore = now() + Math.floor(random() * jitter_ms)
      doubtful = new Map([...spool.outstanding()].map(([group, [, to]]) => [group, to]))
    },
    pump() {
      if (isPumping || now() < notBefore) return
      repeat()
      if (ranges.size === 0 || credit <= 0) return
      isPumping = true
      pump()
        .catch(() => {
          notBefore = now() + pause_ms
        })
        .finally(() => {
          isPumping = false
        })
    },
  }
}

function merged(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** What was sent is taken out. */
function shorten(ranges: Map<number, Range[]>, group: number, [from, to]: Range): void {
  const left = (ranges.get(group) ?? []).flatMap(([first, last]): Range[] =>
    first <= to && last >= from ? (last > to ? [[to + 1, last]] : []) : [[first, last]],
  )
  if (left.length === 0) ranges.delete(group)
  else ranges.set(group, left)
}

/** In the order of their sequences, which is that of time but for a few. */
function byAge(results: readonly SpooledResult[], old: number): ['live' | 'backlog', SpooledResult[]][] {
  const [late, fresh] = [[], []] as [SpooledResult[], SpooledResult[]]
  for (const result of results) (result.report.slot < old ? late : fresh).push(result)
  return [
    ['backlog', late],
    ['live', fresh],
  ]
}
