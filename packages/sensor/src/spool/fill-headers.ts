import { readSegment, type Segment } from './segment.ts'

/**
 * Completes `next` of segments whose header is damaged: shards without results in such a segment are missing in it.
 * They begin where the previous segment ends. Without that, their results in the previous segment could not be read,
 * and their sequences would be used again.
 */
export async function fillHeaders(directory: string, segments: readonly Segment[]): Promise<void> {
  for (const [index, segment] of segments.entries()) {
    if (!segment.isGuessed) continue
    const previous = segments[index - 1]
    if (previous !== undefined) addMissing(segment.next, await findNextSequences(directory, previous))
    // The first segment has no previous one: a shard without results in it begins as in the next segment that has it.
    else for (const { next } of segments.slice(1)) addMissing(segment.next, next)
  }
}

/** Returns the next sequence of each shard after the end of the segment. */
async function findNextSequences(directory: string, segment: Segment): Promise<Map<number, number>> {
  const next = new Map(segment.next)
  for (const { group, sequence } of await readSegment(directory, segment))
    next.set(group, Math.max(next.get(group) ?? 1, sequence + 1))
  return next
}

function addMissing(sequences: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [group, sequence] of more) if (!sequences.has(group)) sequences.set(group, sequence)
}
