import { createSpoolMarks, type Mark, type Rewind } from './marks.ts'
import { deleteSegment, deleteTexts, type Segment } from './segment.ts'

interface Retention {
  readonly dropped: { results: number; words: number }
  /** Takes what the centre has of a group; says what it has lost. */
  mark(mark: Mark): Rewind | undefined
  marks(): [group: number, sequence: number][]
  sessions(): [group: number, session: string][]
  /** The first sequence of the group that is held for the centre. */
  floor(group: number): number
  /** The first sequence of the group that is on the disk, whether the centre has it or not. */
  oldest(group: number): number
  /** Deletes what is too old, and what there is no room for: what the centre has first. */
  tidy(): Promise<void>
  /** Deletes all that the centre has, for a disk without room; tells whether there was any. */
  shed(): Promise<boolean>
}

interface RetentionOptions {
  readonly directory: string
  readonly now: () => number
}

/**
 * Decides what leaves the disk: never a result that the centre may lack, unless there is no room or it is too old. Results
 * that the centre has stay for a while: its database may go back in time, as by a failover or a restore.
 */
export function createRetention(
  { directory, now }: RetentionOptions,
  limits: { readonly bytes: number; readonly age_ms: number; readonly storedBytes: number },
  segments: Segment[],
): Retention {
  const marks = createSpoolMarks()
  const dropped = { results: 0, words: 0 }
  /** What was given up counts as gone. */
  const lost = new Map<number, number>()
  const oldest = (group: number) => Math.max((lost.get(group) ?? 0) + 1, segments[0]?.next.get(group) ?? 1)
  const floor = (group: number) => Math.max(marks.get(group) + 1, oldest(group))
  const sizeOf = (some: readonly Segment[]) =>
    some.reduce((sum, { resultBytes, wordsBytes }) => sum + resultBytes + wordsBytes, 0)

  const isCovered = ({ last }: Segment) => [...last].every(([group, sequence]) => sequence < floor(group))
  const remove = async (segment: Segment): Promise<void> => {
    for (const [group, sequence] of segment.last) {
      dropped.results += Math.max(0, sequence - floor(group) + 1)
      if (sequence >= floor(group)) lost.set(group, sequence)
    }
    await deleteSegment(directory, segment.number)
    segments.splice(segments.indexOf(segment), 1)
  }
  const removeWords = async (segment: Segment): Promise<void> => {
    await deleteTexts(directory, segment.number)
    segment.wordsBytes = 0
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
    async shed() {
      const spare = segments.slice(0, -1)
      const needed = spare.findIndex((segment) => !isCovered(segment))
      const covered = needed === -1 ? spare : spare.slice(0, needed)
      for (const segment of covered) await remove(segment)
      return covered.length > 0
    },
    async tidy() {
      // The newest is being written to.
      const closed = () => segments.slice(0, -1)
      // Only from the oldest on: where a segment ends is known from the one behind it.
      for (const segment of closed()) {
        const isOld = segment.written <= now() - limits.age_ms
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
        if (segment.wordsBytes > 0) await removeWords(segment)
      }
      for (const segment of closed()) {
        if (excess() <= 0) return
        await remove(segment)
      }
    },
  }
}
