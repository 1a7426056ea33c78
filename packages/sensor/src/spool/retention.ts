import { createSpoolMarks, type Rewind, type SpoolMark } from './marks.ts'
import { deleteSegment, deleteTexts, type Segment } from './segment.ts'

interface Retention {
  readonly dropped: { results: number; words: number }
  /** Applies a mark of the centre. Returns the results that it has lost; undefined if there are none. */
  mark(mark: SpoolMark): Rewind | undefined
  marks(): [group: number, sequence: number][]
  sessions(): [group: number, session: string][]
  /** Returns the first sequence of the shard that the centre has not stored and that is not dropped. */
  floor(group: number): number
  /** Returns the first sequence of the shard that is on the disk, whether or not the centre has stored it. */
  oldest(group: number): number
  /** Deletes segments that are too old or exceed the limits, those that the centre has stored first. */
  deleteExcess(): Promise<void>
  /**
   * Deletes all segments that the centre has stored, to free space on a full disk. Returns false if there were none.
   */
  freeSpace(): Promise<boolean>
}

interface RetentionOptions {
  readonly directory: string
  readonly now: () => number
}

/**
 * Decides what is deleted from the disk. A result that the centre has not stored is deleted only if it is too old or
 * there is no space. Stored results stay for a while, because a failover or a restore can set the database back in
 * time.
 */
export function createRetention(
  { directory, now }: RetentionOptions,
  limits: { readonly bytes: number; readonly ageMs: number; readonly storedBytes: number },
  segments: Segment[],
): Retention {
  const marks = createSpoolMarks()
  const dropped = { results: 0, words: 0 }
  /** The last dropped sequence of each shard. */
  const lost = new Map<number, number>()
  const oldest = (group: number) => Math.max((lost.get(group) ?? 0) + 1, segments[0]?.next.get(group) ?? 1)
  const floor = (group: number) => Math.max(marks.get(group) + 1, oldest(group))
  const sizeOf = (some: readonly Segment[]) =>
    some.reduce((sum, { resultBytes, textsBytes }) => sum + resultBytes + textsBytes, 0)

  const isCovered = ({ last }: Segment) => [...last].every(([group, sequence]) => sequence < floor(group))
  const remove = async (segment: Segment): Promise<void> => {
    for (const [group, sequence] of segment.last) {
      dropped.results += Math.max(0, sequence - floor(group) + 1)
      if (sequence >= floor(group)) lost.set(group, sequence)
    }
    await deleteSegment(directory, segment.number)
    segments.splice(segments.indexOf(segment), 1)
  }
  const removeTexts = async (segment: Segment): Promise<void> => {
    await deleteTexts(directory, segment.number)
    segment.textsBytes = 0
    dropped.words += 1
  }
  const excess = () => sizeOf(segments) - limits.bytes
  return {
    dropped,
    floor,
    oldest,
    mark(mark) {
      const rewind = marks.take(mark)
      if (rewind !== undefined)
        dropped.results += Math.max(0, Math.min(oldest(rewind.group), rewind.to + 1) - rewind.from)
      return rewind
    },
    marks: marks.all,
    sessions: marks.sessions,
    async freeSpace() {
      const spare = segments.slice(0, -1)
      const needed = spare.findIndex((segment) => !isCovered(segment))
      const covered = needed === -1 ? spare : spare.slice(0, needed)
      for (const segment of covered) await remove(segment)
      return covered.length > 0
    },
    async deleteExcess() {
      // The newest segment is still written to.
      const closed = () => segments.slice(0, -1)
      // Segments are deleted only from the oldest on, because the end of a segment is known from the next one.
      for (const segment of closed()) {
        const isOld = segment.written <= now() - limits.ageMs
        const isSpare = isCovered(segment) && sizeOf(closed().filter(isCovered)) > limits.storedBytes
        if (!isOld && !isSpare) break
        await remove(segment)
      }
      for (const segment of closed()) {
        if (excess() <= 0 || !isCovered(segment)) break
        await remove(segment)
      }
      for (const segment of closed()) {
        if (excess() <= 0) return
        if (segment.textsBytes > 0) await removeTexts(segment)
      }
      for (const segment of closed()) {
        if (excess() <= 0) return
        await remove(segment)
      }
    },
  }
}
