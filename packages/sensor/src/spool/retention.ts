import { deleteSegment, deleteWords, type Segment } from './segment.ts'

interface Retention {
  readonly dropped: { results: number; words: number }
  /** The centre has everything of the group up to the sequence. */
  mark(group: number, sequence: number): void
  marks(): [group: number, sequence: number][]
  /** The first sequence of the group that is held for the centre. */
  floor(group: number): number
  /** Deletes what the centre has, what is too old, and what there is no room for. */
  tidy(): Promise<void>
}

interface RetentionOptions {
  readonly directory: string
  readonly now: () => number
}

/** Decides what leaves the disk: never a result that the centre may lack, unless there is no room or it is too old. */
export function createRetention(
  { directory, now }: RetentionOptions,
  limits: { readonly bytes: number; readonly age_ms: number },
  segments: Segment[],
): Retention {
  const committed = new Map<number, number>()
  const dropped = { results: 0, words: 0 }
  /** What was given up counts as gone. */
  const lost = new Map<number, number>()
  const floor = (group: number) => Math.max(committed.get(group) ?? 0, lost.get(group) ?? 0) + 1

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
    await deleteWords(directory, segment.number)
    segment.wordsBytes = 0
    dropped.words += 1
  }
  const excess = () =>
    segments.reduce((sum, { resultBytes, wordsBytes }) => sum + resultBytes + wordsBytes, 0) - limits.bytes
  return {
    dropped,
    floor,
    mark(group, sequence) {
      if (sequence > (committed.get(group) ?? 0)) committed.set(group, sequence)
    },
    marks: () => [...committed],
    async tidy() {
      // The newest is being written to.
      const closed = () => segments.slice(0, -1)
      // Only from the oldest on: where a segment ends is known from the one behind it.
      for (const segment of closed()) {
        if (!isCovered(segment) && segment.written > now() - limits.age_ms) break
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
