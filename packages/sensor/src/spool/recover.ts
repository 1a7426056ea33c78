import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { findSegments, readSegment, type Segment, syncDirectory } from './segment.ts'

export interface Recovered {
  readonly host: string
  /** Without the one that is to be written to now: a torn end is never written behind. */
  readonly segments: Segment[]
  readonly next: Map<number, number>
  readonly recovered: { readonly service_id: number; readonly slot: number }[]
}

/** Finds out what is on the disk, after an orderly end or any other. */
export async function recover(directory: string, since: number): Promise<Recovered> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const known = await readFile(join(directory, 'host'), 'utf8').catch(() => '')
  const segments = /^[0-9a-z-]{1,64}$/.test(known) ? await findSegments(directory, known) : []
  const newest = segments.at(-1)
  // The sequences are lost together with the segments: under the old name they would be given again.
  if (newest === undefined) return { host: await newHost(directory), segments: [], next: new Map(), recovered: [] }

  const recovered: { service_id: number; slot: number }[] = []
  const next = new Map(newest.next)
  for (const [index, segment] of segments.entries()) {
    const following = segments[index + 1]
    // Where a segment ends is where the next one begins; only the newest has to be read for it.
    if (following) segment.last = new Map([...following.next].map(([group, sequence]) => [group, sequence - 1]))
    if (following && segment.number < since) continue
    for (const { group, sequence, report } of await readSegment(directory, segment)) {
      recovered.push({ service_id: report.service_id, slot: report.slot })
      if (following) continue
      segment.last.set(group, sequence)
      next.set(group, Math.max(next.get(group) ?? 1, sequence + 1))
    }
  }
  return { host: known, segments, next, recovered }
}

async function newHost(directory: string): Promise<string> {
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
