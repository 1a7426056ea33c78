import { judgeAuthority, readCertificate, readTimeStampToken } from '@wachta/signature'
import { sql } from 'kysely'
import type { StampFault } from './fault.ts'
import type { Verification } from './verification.ts'

export interface StampCounts {
  readonly count: number
  readonly last: Date | null
}

interface StoredStamp {
  readonly day: string
  readonly number: number
  readonly hash: Buffer
  readonly token: Buffer
  /** The hash of the link as it is now; null if the link is missing. */
  readonly link_hash: Buffer | null
}

/** Verifies every time stamp of the chain: that it is valid, and that the chain still has the link that it stamps. */
export async function verifyStamps({ database, faults, options }: Verification): Promise<StampCounts> {
  // A backup of an older version, verified before it is migrated, lacks this table.
  const [table] = await database.query(sql<{ name: string | null }>`select to_regclass('seal_stamp')::text as name`)
  if (!table?.name) return { count: 0, last: null }
  const roots = options.stampRoots?.map(readCertificate)
  const stamps =
    await database.query(sql<StoredStamp>`select t.day::text, t.number, t.hash, t.token, s.hash as link_hash
from seal_stamp t left join seal s on s.number = t.number order by t.number`)
  let last: Date | null = null
  for (const stamp of stamps) {
    const { fault, time } = judgeStamp(stamp, roots)
    last = time ?? last
    if (fault) faults.add({ table: 'seal_stamp', fault, number: stamp.number, day: stamp.day })
  }
  return { count: stamps.length, last }
}

function judgeStamp(
  { token, hash, link_hash }: StoredStamp,
  roots: readonly ReturnType<typeof readCertificate>[] | undefined,
): { readonly fault?: StampFault['fault']; readonly time?: Date } {
  const stampToken = attempt(() => readTimeStampToken(token))
  if (stampToken === undefined) return { fault: 'unreadable' }
  const { time, imprint } = stampToken
  if (link_hash === null) return { fault: 'missing', time }
  if (!imprint.equals(link_hash) || !hash.equals(link_hash)) return { fault: 'other', time }
  const isTrusted = roots === undefined || judgeAuthority(stampToken, { roots, now: new Date() }).outcome === 'passed'
  return isTrusted ? { time } : { fault: 'untrusted', time }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
