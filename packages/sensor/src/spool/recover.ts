import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fillHeaders } from './fill-headers.ts'
import { unlessTransient } from './read-errors.ts'
import { findSegments, readSegment, type Segment, syncDirectory } from './segment.ts'

export interface RecoveredSpool {
  readonly host: string
  /** The segments on the disk. New results go to a new segment, never after the incomplete end of an old one. */
  readonly segments: Segment[]
  /** The next sequence of each shard. */
  readonly next: Map<number, number>
  /** The checks whose results are in the segments from `since` on. */
  readonly recovered: { readonly service_id: number; readonly slot: number }[]
}

/**
 * Reads the state of the spool from the disk, after a shutdown or a crash. `since` is the segment that was being
 * written when the state of the sensor was last saved.
 */
export async function recoverSpool(directory: string, since: number): Promise<RecoveredSpool> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const storedHost = await readFile(join(directory, 'host'), 'utf8').catch(unlessTransient(''))
  const segments = /^[0-9a-z-]{1,64}$/.test(storedHost) ? await findSegments(directory, storedHost) : []
  const newest = segments.at(-1)
  // Without segments the used sequences are unknown. A new host id makes sure that none is used again.
  if (newest === undefined) return { host: await createHost(directory), segments: [], next: new Map(), recovered: [] }

  await fillHeaders(directory, segments)
  const recovered: { service_id: number; slot: number }[] = []
  // All segments count: if only the newest did and it was a stale copy of an old one, sequences would be used again.
  const next = findHighestSequences(segments.map((segment) => segment.next))
  for (const [index, segment] of segments.entries()) {
    const following = segments[index + 1]
    // A segment ends where the next one begins, so only the newest must be read to find its end. A stale copy of an old
    // segment begins earlier than the one before it, so it does not give the end of that one.
    const isEndUnknown = following === undefined || isBehind(following, segment)
    if (!isEndUnknown) segment.last = new Map([...following.next].map(([group, sequence]) => [group, sequence - 1]))
    if (!isEndUnknown && segment.number < since) continue
    for (const { group, sequence, report } of await readSegment(directory, segment)) {
      recovered.push({ service_id: report.service_id, slot: report.slot })
      if (!isEndUnknown) continue
      segment.last.set(group, sequence)
      next.set(group, Math.max(next.get(group) ?? 1, sequence + 1))
    }
  }
  return { host: storedHost, segments, next, recovered }
}

const isBehind = (one: Segment, other: Segment): boolean =>
  [...other.next].some(([group, sequence]) => (one.next.get(group) ?? 1) < sequence)

function findHighestSequences(sequences: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const highest = new Map<number, number>()
  for (const each of sequences)
    for (const [group, sequence] of each) highest.set(group, Math.max(highest.get(group) ?? 1, sequence))
  return highest
}

async function createHost(directory: string): Promise<string> {
  const host = randomUUID()
  const path = join(directory, 'host')
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(host)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncDirectory(directory)
  return host
}
