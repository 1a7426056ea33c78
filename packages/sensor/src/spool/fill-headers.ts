import { readSegment, type Segment } from './segment.ts'

/**
 * Completes segments whose header is damaged. What such a segment holds says where its own groups begin. Any other group
 * begins where the segment before it ends: without that, its results there would be out of reach and its sequences would
 * be given again.
 */
export async function fillHeaders(directory: string, segments: readonly Segment[]): Promise<void> {
  for (const [index, segment] of segments.entries()) {
    if (!segment.isGuessed) continue
    const before = segments[index - 1]
    if (before !== undefined) addMissing(segment.next, await findEnd(directory, before))
    // Nothing is left before the first one: a group that is not in it begins where a later one has it first.
    else for (const { next } of segments.slice(1)) addMissing(segment.next, next)
  }
}

/** The sequence that comes next in each group when the segment ends. */
async function findEnd(directory: string, segment: Segment): Promise<Map<number, number>> {
  const next = new Map(segment.next)
  for (const { group, sequence } of await readSegment(directory, segment))
    next.set(group, Math.max(next.get(group) ?? 1, sequence + 1))
  return next
}

function addMissing(places: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [group, sequence] of more) if (!places.has(group)) places.set(group, sequence)
}
