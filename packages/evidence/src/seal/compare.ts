import { align, wildcardDigest } from './align.ts'
import { leafLength, type SealedService } from './content.ts'
import { digestLeaf, digestRecords, type StoredRecord } from './digest.ts'

/** One difference between the stored records and their seal. */
export type SealDifference =
  | { readonly fault: 'changed' | 'added'; readonly time: number }
  /** The missing record was between these two; null if it was the first or the last one. */
  | { readonly fault: 'missing'; readonly after: number | null; readonly before: number | null }
  /** Something was changed, but all short digests are the same, so the changed record is unknown. */
  | { readonly fault: 'unfound' }

/**
 * Compares records with their seal and returns the differences. An excused record (one that was amended later) may
 * replace any one sealed record.
 */
export function compareWithSeal(
  sealed: Pick<SealedService, 'count' | 'digest' | 'leaves'>,
  records: readonly StoredRecord[],
  isExcused: (record: StoredRecord) => boolean = () => false,
): SealDifference[] {
  if (sealed.count === records.length && sealed.digest.equals(digestRecords(records))) return []
  const excused = records.map(isExcused)
  const differences = findGaps(sealed, records, excused).flatMap((gap) => describeGap(gap, records))
  return differences.length > 0 || excused.includes(true) ? differences : [{ fault: 'unfound' }]
}

/**
 * A stretch without common records: the number of sealed records, and the indexes of the present ones (`to` exclusive).
 */
interface Gap {
  readonly sealed: number
  readonly from: number
  readonly to: number
}

/** Finds the smallest gaps: records of the longest common subsequence of short digests count as unchanged. */
function findGaps(
  { count, leaves }: Pick<SealedService, 'count' | 'leaves'>,
  records: readonly StoredRecord[],
  excused: readonly boolean[],
): Gap[] {
  const sealed = Int32Array.from({ length: count }, (_, sealedIndex) => leaves.readUInt16BE(sealedIndex * leafLength))
  const present = Int32Array.from(records, (record, recordIndex) =>
    excused[recordIndex] ? wildcardDigest : digestLeaf(record).readUInt16BE(),
  )
  const gaps: Gap[] = []
  let [firstSealed, firstPresent] = [0, 0]
  for (const [sealedIndex, presentIndex] of [...align({ sealed, present }), [count, records.length] as const]) {
    if (sealedIndex > firstSealed || presentIndex > firstPresent)
      gaps.push({ sealed: sealedIndex - firstSealed, from: firstPresent, to: presentIndex })
    firstSealed = sealedIndex + 1
    firstPresent = presentIndex + 1
  }
  return gaps
}

/**
 * Describes a gap: present records count as changed, up to the number that was sealed, and further ones as added. If
 * fewer are present, the others count as missing.
 */
function describeGap({ sealed, from, to }: Gap, records: readonly StoredRecord[]): SealDifference[] {
  const timeAt = (recordIndex: number) => records[recordIndex]?.time ?? null
  const present = records.slice(from, to).map(
    ({ time }, index): SealDifference => ({
      fault: index < sealed ? 'changed' : 'added',
      time,
    }),
  )
  const missing = Array.from(
    { length: Math.max(0, sealed - (to - from)) },
    (): SealDifference => ({
      fault: 'missing',
      after: timeAt(to - 1),
      before: timeAt(to),
    }),
  )
  return [...present, ...missing]
}
