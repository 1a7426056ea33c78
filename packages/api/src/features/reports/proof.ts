import { Readable } from 'node:stream'
import {
  type LinkHeader,
  linkVersions,
  maxProofLinks,
  type ProofEnd,
  type ReportProof,
  writeProof,
} from '@wachta/proof'
import { type Call, type Operation, type OperationAnswer, reject } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { toDownload } from '../checks-and-history/artifact-content.ts'
import { linkOperation, readerOperation, requireReadableReport, tokenParameter } from './file-access.ts'
import { isLinkGranted, linkToFile } from './links.ts'

/**
 * The operations that read the proof file of a report, which proves without our database that the report was sealed.
 */
export const reportProofOperations = (context: ApiContext): Operation[] => [
  {
    ...readerOperation,
    id: 'read_report_proof',
    path: '/reports/{_id}/proof',
    summary: 'Proof that a report is sealed in the chain of evidence.',
    media: 'application/json',
    handle: async (call) => sendProof(context, await requireReadableReport(call), call),
  },
  {
    ...linkOperation,
    id: 'read_report_proof_by_token',
    path: '/reports/{_id}/proof/by_token/{file_name}',
    summary: 'Proof of a report, through a token.',
    query: [tokenParameter],
    media: 'application/json',
    async handle(call) {
      const id = Number(call.params['_id'])
      const found = Number.isSafeInteger(id) ? await findReport(id, call) : undefined
      if (!found || !isLinkGranted(context, toLinkedProof(found), call)) reject('not_found')
      return sendProof(context, id, call)
    },
  },
]

interface ReportRow {
  readonly report_id: number
  readonly status: string
  /** The number of the link of the hash chain that seals the report; null if it is not sealed. */
  readonly seal_number: number | null
  readonly link_version: number
}

async function findReport(id: number, { db }: Call): Promise<ReportRow | undefined> {
  const [found] = await db.query(
    sql<ReportRow>`select id as report_id, status, seal_number, link_version from report where id = ${id}`,
  )
  return found
}

/** Describes the proof file for links to it. Its `type_id` is no attachment type, so these links open nothing else. */
export const toLinkedProof = ({ report_id, link_version }: Pick<ReportRow, 'report_id' | 'link_version'>) => ({
  report_id,
  link_version,
  type_id: 'proof',
  file_name: `report-${report_id}-proof.json`,
})

async function sendProof(context: ApiContext, id: number, call: Call): Promise<OperationAnswer> {
  const found = (await findReport(id, call)) ?? reject('not_found')
  if (found.status === 'pending' || found.status === 'in_progress') reject('report_not_ready')
  const loaded = found.seal_number === null ? undefined : await loadProof(id, found.seal_number, call)
  const proof = loaded ?? reject('report_not_provable')
  const linked = toLinkedProof(found)
  const answer = toDownload(Readable.from([Buffer.from(writeProof(proof))]), linked.file_name, 'application/json')
  return { ...answer, headers: { ...answer.headers, 'content-location': linkToFile(context, linked) } }
}

type LinkRow = LinkHeader & { readonly content: Buffer | null }

/**
 * Loads the proof of a report: the link that seals it, and the links up to the next one with a time stamp, or all later
 * links if none has one; at most `maxProofLinks`. Undefined if the links cannot be verified outside the installation.
 */
async function loadProof(report_id: number, number: number, { db }: Call): Promise<ReportProof | undefined> {
  const [stamp] = await db.query(
    sql<
      NonNullable<ReportProof['stamp']>
    >`select number, hash, token from seal_stamp where number >= ${number} order by number limit 1`,
  )
  const [first, ...links] =
    await db.query(sql<LinkRow>`select version, number, time, kind, window_start, content_sha256,
  previous_hash, hash, case when number = ${number} then content end as content
from seal where number >= ${number} and (${stamp?.number ?? null}::bigint is null or number <= ${stamp?.number ?? null})
order by number limit ${maxProofLinks + 1}`)
  // Links of version 1 can be verified only with their content, which is not only about this report.
  const isProvable = first?.content && [first, ...links].every(({ version }) => version === linkVersions.digest)
  if (!isProvable) return undefined
  const last = links.at(-1) ?? first
  const until: ProofEnd = stamp?.number === last.number ? 'stamp' : links.length === maxProofLinks ? 'limit' : 'head'
  const { content, ...link } = first
  return {
    report_id,
    link: { ...link, content: content?.toString('utf8') ?? '' },
    links,
    until,
    stamp: until === 'stamp' ? (stamp ?? null) : null,
  }
}
