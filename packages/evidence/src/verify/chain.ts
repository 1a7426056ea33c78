import { hash } from 'node:crypto'
import { linkVersions } from '@wachta/proof'
import { sql } from 'kysely'
import { MalformedSeal, readAuditEnds, readSealedServices } from '../seal/content.ts'
import { type ChainHead, completeLink, computeLinkHash, type SealLink, type StoredLink } from '../seal/link.ts'
import { readSealedReport } from '../seal/report.ts'
import type { FaultList, SealFault } from './fault.ts'
import { verifyReport } from './report.ts'
import { type StampCounts, verifyStamps } from './stamps.ts'
import type { Verification } from './verification.ts'

const linksPerQuery = 50

export interface Chain {
  readonly links: number
  readonly stamps: StampCounts
  readonly head: (ChainHead & { readonly time: Date }) | null
  /** Windows with a link that is changed, unlinked or unreadable: their seals prove nothing. */
  readonly brokenWindows: ReadonlySet<number>
}

/** Verifies the whole hash chain, from the first link to the last. */
export async function verifyChain(verification: Verification): Promise<Chain> {
  const { faults, options } = verification
  const brokenWindows = new Set<number>()
  let previous: SealLink | null = null
  let links = 0
  for await (const link of readLinks(verification)) {
    links += 1
    const expected = (previous?.number ?? 0) + 1
    if (link.number > expected) addMissingLinks(faults, expected, link.number)
    const fault = findFault(link, previous)
    if (fault) {
      const { number, window_start } = link
      faults.add({ table: 'seal', fault, number, window_start })
      if (window_start) brokenWindows.add(window_start.getTime())
    } else if (link.kind === 'audit') await verifyAuditEnds(verification, link)
    else if (link.kind === 'report') await verifyReport(verification, link)
    if (options.since?.number === link.number && options.since.hash !== link.hash.toString('hex'))
      faults.add({ table: 'seal', fault: 'other', number: link.number })
    previous = link
    if (links % 1000 === 0) options.onProgress?.({ stage: 'chain', count: links })
  }
  if (options.since && options.since.number > (previous?.number ?? 0))
    faults.add({ table: 'seal', fault: 'cut', number: options.since.number })
  const stamps = await verifyStamps(verification)
  const head = previous && { number: previous.number, hash: previous.hash.toString('hex'), time: previous.time }
  return { links, head, stamps, brokenWindows }
}

/** Lists only the beginning of a large gap: a forged link can have any number. */
function addMissingLinks(faults: FaultList, from: number, to: number): void {
  const listed = Math.min(to - from, 100)
  for (let number = from; number < from + listed; number += 1) faults.add({ table: 'seal', fault: 'missing', number })
  faults.count += to - from - listed
}

function findFault(link: SealLink, previous: SealLink | null): SealFault['fault'] | undefined {
  if (!computeLinkHash(link).equals(link.hash) || !hasValidDigest(link)) return 'changed'
  // After a gap the previous link is unknown, so its hash cannot be compared; the gap itself is already reported.
  const isNext = link.number === (previous?.number ?? 0) + 1
  const isLinked = previous ? link.previous_hash?.equals(previous.hash) : link.previous_hash === null
  if (isNext && !isLinked) return 'unlinked'
  return isReadable(link) ? undefined : 'unreadable'
}

/** Whether the stored digest matches the content: proof files of reports contain the digest instead of the content. */
const hasValidDigest = ({ version, content, content_sha256 }: SealLink): boolean =>
  version === linkVersions.content
    ? content_sha256 === null
    : content_sha256?.equals(hash('sha256', content, 'buffer')) === true

function isReadable({ kind, content }: SealLink): boolean {
  try {
    if (kind === 'audit') readAuditEnds(content)
    else if (kind === 'report') readSealedReport(content)
    else readSealedServices(content)
    return true
  } catch (error) {
    if (error instanceof MalformedSeal) return false
    throw error
  }
}

async function* readLinks({ database, options }: Verification): AsyncGenerator<SealLink> {
  let last = -1
  for (;;) {
    options.signal?.throwIfAborted()
    const links = await database.query(sql<StoredLink>`select *
from seal where number > ${last} order by number limit ${linksPerQuery}`)
    if (links.length === 0) return
    yield* links.map(completeLink)
    last = links.at(-1)?.number ?? last
  }
}

/** Verifies that the sealed ends of the audit log chains still exist with the same hash. */
async function verifyAuditEnds({ database, faults }: Verification, { content }: SealLink): Promise<void> {
  const { ends } = readAuditEnds(content)
  const given = ends.map(({ tree_id, sequence }) => ({ tree_id, sequence }))
  const found = await database.query(sql<{
    tree_id: number
    hash: Buffer
  }>`select a.tree_id, a.hash from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
  as n (tree_id bigint, sequence bigint) join audit a on a.tree_id = n.tree_id and a.sequence = n.sequence`)
  const hashes = new Map(found.map(({ tree_id, hash }) => [tree_id, hash]))
  for (const { tree_id, sequence, hash } of ends) {
    const stored = hashes.get(tree_id)
    if (!stored?.equals(hash)) faults.add({ table: 'audit', fault: stored ? 'other' : 'cut', tree_id, sequence })
  }
}
