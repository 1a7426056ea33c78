import { Readable } from 'node:stream'
import { type Call, closed, nameSchema, type Operation, type OperationAnswer, reject } from '@wachta/resource'
import { id, key, nullable, number, text } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { toDownload } from '../checks-and-history/artifact-content.ts'
import { linkOperation, readerOperation, requireReadableReport, tokenParameter } from './file-access.ts'
import { isLinkGranted, linkToFile } from './links.ts'

const attachmentSchema = nameSchema(
  'report_generated_attachment',
  Type.Object(
    {
      report_id: id().schema,
      type_id: key().schema,
      file_name: text().schema,
      media_type: text().schema,
      size: number({ description: 'Bytes.' }).schema,
      sha256: text({ description: 'Digest of the content, in hexadecimal.' }).schema,
      reason: nullable(text({ description: 'Why there is no content: too_large.' })).schema,
      url: text({
        description: 'A link to the content that needs no sign-in, until the links of the report are revoked.',
      }).schema,
    },
    closed,
  ),
)

interface ReportFile {
  readonly report_id: number
  readonly type_id: string
  readonly file_name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: string
  readonly reason: string | null
  readonly link_version: number
}

/** The operations that read the files of a report. */
export const reportFileOperations = (context: ApiContext): Operation[] => [
  ...createDescriptionOperations(context),
  ...createContentOperations(),
  ...createTokenOperations(context),
]

const createDescriptionOperations = (context: ApiContext): Operation[] => [
  {
    ...readerOperation,
    id: 'list_report_generated_attachments',
    path: '/reports/{_id}/generated_attachments',
    summary: 'Attachments of a report.',
    result: [attachmentSchema],
    async handle(call) {
      const files = await findFiles(await requireReadableReport(call), call)
      return {
        value: files.map((file) => toAttachmentRecord(context, file)),
        headers: { 'x-total-count': String(files.length) },
      }
    },
  },
  {
    ...readerOperation,
    id: 'read_report_generated_attachment',
    path: '/reports/{_report_id}/generated_attachments/{_type_id}',
    summary: 'Data of one attachment of a report.',
    result: attachmentSchema,
    async handle(call) {
      const [file] = await findFiles(await requireReadableReport(call, '_report_id'), call, call.params['_type_id'])
      return { value: toAttachmentRecord(context, file ?? reject('not_found')) }
    },
  },
]

const createContentOperations = (): Operation[] => [
  {
    ...readerOperation,
    id: 'read_report_generated_attachment_plain',
    path: '/reports/{_id}/generated_attachments/{_type_id}/plain',
    summary: 'Content of an attachment of a report.',
    media: 'application/octet-stream',
    handle: async (call) => sendFile(await requireReadableReport(call), call.params['_type_id'] ?? '', call),
  },
  {
    ...readerOperation,
    id: 'read_report_json',
    path: '/reports/{_id}/json',
    summary: 'Report file as JSON.',
    media: 'application/json',
    handle: async (call) => sendFile(await requireReadableReport(call), 'json', call),
  },
  {
    ...readerOperation,
    id: 'read_report_pdf',
    path: '/reports/{_id}/pdf',
    summary: 'Report file as PDF.',
    media: 'application/pdf',
    handle: async (call) => sendFile(await requireReadableReport(call), 'pdf', call),
  },
]

const createTokenOperations = (context: ApiContext): Operation[] => [
  {
    ...linkOperation,
    id: 'read_report_pdf_by_token',
    path: '/reports/{_id}/pdf/by_token/{file_name}',
    summary: 'Report file as PDF, through a token.',
    query: [tokenParameter],
    media: 'application/pdf',
    handle: (call) => sendByToken(context, 'pdf', call),
  },
  {
    ...linkOperation,
    id: 'read_report_generated_attachment_by_token',
    path: '/reports/{_id}/generated_attachments/{_type_id}/by_token/{file_name}',
    summary: 'Content of an attachment of a report, through a token.',
    query: [tokenParameter],
    media: 'application/octet-stream',
    handle: (call) => sendByToken(context, call.params['_type_id'] ?? '', call),
  },
]

const findFiles = (reportId: number, { db }: Call, typeId?: string): Promise<ReportFile[]> =>
  db.query(sql<ReportFile>`select f.report_id, f.type_id, f.file_name, f.media_type, f.size, encode(f.sha256, 'hex') as sha256, f.reason,
  r.link_version from report_file f join report r on r.id = f.report_id
where f.report_id = ${reportId} and (${typeId ?? null}::text is null or f.type_id = ${typeId ?? null}) order by f.type_id`)

function toAttachmentRecord(context: ApiContext, { link_version, ...file }: ReportFile) {
  return { ...file, url: linkToFile(context, { ...file, link_version }) }
}

async function sendFile(reportId: number, typeId: string, { db }: Call): Promise<OperationAnswer> {
  type FoundFile = { status: string; file_name: string | null; media_type: string; content: Buffer | null }
  const [found] = await db.query(sql<FoundFile>`select r.status, f.file_name, f.media_type, f.content
from report r left join report_file f on f.report_id = r.id and f.type_id = ${typeId} where r.id = ${reportId}`)
  const { status, file_name, media_type, content } = found ?? reject('not_found')
  if (status === 'pending' || status === 'in_progress') reject('report_not_ready')
  return file_name === null || content === null
    ? reject('not_found')
    : toDownload(Readable.from([content]), file_name, media_type)
}

/** A wrong or revoked token, a token of another report, and a missing report get the same response. */
async function sendByToken(context: ApiContext, typeId: string, call: Call): Promise<OperationAnswer> {
  const reportId = Number(call.params['_id'])
  if (!Number.isSafeInteger(reportId)) reject('not_found')
  const [found] = await findFiles(reportId, call, typeId)
  if (!found || !isLinkGranted(context, found, call)) reject('not_found')
  return sendFile(reportId, typeId, call)
}
