import { align, unknownCount } from './align.ts'
import { leafLength, type SealedService } from './content.ts'
import { digestLeaf, digestRecords, type StoredRecord } from './digest.ts'

/** How what is stored differs from what was sealed. */
export type SealDifference =
  | { readonly fault: 'changed' | 'added'; readonly time: number }
  /** It was between two that are there; null where it was the first or the last. */
  | { readonly fault: 'missing'; readonly after: number | null; readonly before: number | null }
  /** Something was changed so that its short digest is as before. */
  | { readonly fault: 'unfound' }

/**
 * Holds records against their seal and names those that differ; none do where all is as it was sealed. A record that is
 * excused stands for one, whichever, that was sealed in its place.
 */
export function compare(
  sealed: Pick<SealedService, 'count' | 'digest' | 'leaves'>,
  records: readonly StoredRecord[],
  isExcused: (record: StoredRecord) => boolean = () => false,
): SealDifference[] {
  if (sealed.count === records.length && sealed.digest.equals(digestRecords(records))) return []
  const excused = records.map(isExcused)
  const differences = gapsOf(sealed, records, excused).flatMap((gap) => named(gap, records))
  return differences.length > 0 || excused.includes(true) ? differences : [{ fault: 'unfound' }]
}

/** A stretch where the two do not agree: what was sealed there, and what is there now, up to but without the end. */
interface Gap {
  readonly sealed: number
  readonly from: number
  readonly to: number
}

/** As few as there can be: the longest sequence of short digests that both have in common is what stayed. */
function gapsOf(
  { count, leaves }: Pick<SealedService, 'count' | 'leaves'>,
  records: readonly StoredRecord[],
  excused: readonly boolean[],
): Gap[] {
  const sealed = Int32Array.from({ length: count }, (_, place) => leaves.readUInt16BE(place * leafLength))
  const there = Int32Array.from(records, (record, at) =>
    excused[at] ? unknownCount : digestLeaf(record).readUInt16BE(),
  )
  const gaps: Gap[] = []
  let [firstPlace, firstAt] = [0, 0]
  for (const [place, at] of [...align({ sealed, there }), [count, records.length] as const]) {
    if (place > firstPlace || at > firstAt) gaps.push({ sealed: place - firstPlace, from: firstAt, to: at })
    firstPlace = place + 1
    firstAt = at + 1
  }
  return gaps
}

/** As many as were there are changed, what is there beyond them was added, what lacks is missing. */
function named({ sealed, from, to }: Gap, records: readonly StoredRecord[]): SealDifference[] {
  const timeAt = (at: number) => records[at]?.time ?? null
  const there = records.slice(from, to).map(
    ({ time }, index): SealDifference => ({
      fault: index < sealed ? 'changed' : 'added',
      time,
    }),
  )
  const gone = Array.from(
    { length: Math.max(0, sealed - (to - from)) },
    (): SealDifference => ({
      fault: 'missing',
      after: timeAt(to - 1),
      before: timeAt(to),
    }),
  )
  return [...there, ...gone]
}
