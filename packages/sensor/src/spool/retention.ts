import { createSpoolMarks, type Rewind, type SpoolMark } from './marks.ts'
import { deleteSegment, deleteTexts, type Segment } from './segment.ts'

interface Retention {
  /** The number of dropped results, and of segments whose texts were dropped. */
  readonly dropped: { results: number; words: number }
  /** Applies a mark of the centre. Returns the results that the centre has lost; undefined if there are none. */
  applyMark(mark: SpoolMark): Rewind | undefined
  marks(): [group: number, sequence: number][]
  sessions(): [group: number, session: string][]
  /** Returns the first sequence of the shard that the centre has not stored and that is not dropped. */
  floor(group: number): number
  /** Returns the first sequence of the shard that is on the disk, whether or not the centre has stored it. */
  oldest(group: number): number
  /** Deletes segments that are too old or exceed the limits, those that the centre has stored first. */
  deleteExcess(): Promise<void>
  /**
   * Deletes the oldest segments, up to the first that the centre has not stored, to free space on a full disk. Returns
   * false if there were none.
   */
  freeSpace(): Promise<boolean>
}

interface RetentionOptions {
  readonly directory: string
  readonly now: () => number
  readonly monotonic: () => number
}

/**
 * Decides what is deleted from the disk. A result that the centre has not stored is deleted only if it is too old or
 * there is no space. Its age is measured by the monotonic clock, because the wall clock can be set. Stored results stay
 * for a while, because a failover or a restore can set the database back in time.
 */
export function createRetention(
  { directory, now, monotonic }: RetentionOptions,
  limits: { readonly bytes: number; readonly ageMs: number; readonly storedBytes: number },
  segments: Segment[],
): Retention {
  const openedAt = monotonic()
  const marks = createSpoolMarks()
  const dropped = { results: 0, words: 0 }
  /** The last dropped sequence of each shard. */
  const lastDropped = new Map<number, number>()
  const oldest = (group: number) => Math.max((lastDropped.get(group) ?? 0) + 1, segments[0]?.next.get(group) ?? 1)
  const floor = (group: number) => Math.max(marks.get(group) + 1, oldest(group))
  const computeSize = (some: readonly Segment[]) =>
    some.reduce((sum, { resultBytes, textsBytes }) => sum + resultBytes + textsBytes, 0)

  const isStored = ({ last }: Segment) => [...last].every(([group, sequence]) => sequence < floor(group))
  const isOld = (segment: Segment) =>
    (segment.writtenAtMonotonic ?? openedAt) <= monotonic() - limits.ageMs ||
    (isStored(segment) && segment.writtenAt <= now() - limits.ageMs)
  const remove = async (segment: Segment): Promise<void> => {
    for (const [group, sequence] of segment.last) {
      dropped.results += Math.max(0, sequence - floor(group) + 1)
      if (sequence >= floor(group)) lastDropped.set(group, sequence)
    }
    await deleteSegment(directory, segment.number)
    segments.splice(segments.indexOf(segment), 1)
  }
  const removeTexts = async (segment: Segment): Promise<void> => {
    await deleteTexts(directory, segment.number)
    segment.textsBytes = 0
    dropped.words += 1
  }
  const computeExcess = () => computeSize(segments) - limits.bytes
  return {
    dropped,
    floor,
    oldest,
    applyMark(mark) {
      const rewind = marks.apply(mark)
      if (rewind !== undefined)
        dropped.results += Math.max(0, Math.min(oldest(rewind.group), rewind.to + 1) - rewind.from)
      return rewind
    },
    marks: marks.all,
    sessions: marks.sessions,
    async freeSpace() {
      const closedSegments = segments.slice(0, -1)
      const firstNeeded = closedSegments.findIndex((segment) => !isStored(segment))
      const storedSegments = firstNeeded === -1 ? closedSegments : closedSegments.slice(0, firstNeeded)
      for (const segment of storedSegments) await remove(segment)
      return storedSegments.length > 0
    },
    async deleteExcess() {
      // The newest segment is still written to.
      const closed = () => segments.slice(0, -1)
      // Segments are deleted only from the oldest on, because the end of a segment is known from the next one.
      for (const segment of closed()) {
        const isSpare = isStored(segment) && computeSize(closed().filter(isStored)) > limits.storedBytes
        if (!isOld(segment) && !isSpare) break
        await remove(segment)
      }
      for (const segment of closed()) {
        if (computeExcess() <= 0 || !isStored(segment)) break
        await remove(segment)
      }
      for (const segment of closed()) {
        if (computeExcess() <= 0) return
        if (segment.textsBytes > 0) await removeTexts(segment)
      }
      for (const segment of closed()) {
        if (computeExcess() <= 0) return
        await remove(segment)
      }
    },
  }
}
