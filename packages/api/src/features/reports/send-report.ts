import type { Database } from '@wachta/database'
import { PermanentJobError } from '@wachta/queue'
import { createFormat, fillVariables, type ReportSummary, type TemplateSnapshot } from '@wachta/report'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { computeMailId, type MailJob, type ReportMailRequest } from '../../platform/mail/deliver.ts'
import { isConfirmed } from '../../platform/mail/recipient.ts'
import type { RenderedMail } from '../../platform/mail/render.ts'
import type { MailAttachment, MailTransport } from '../../platform/mail/transport.ts'
import { linkToFile } from './links.ts'
import { toLinkedProof } from './proof.ts'
import { hasShownLogo, logoContentId, renderReportMail } from './report-mail.ts'
import { reportMailTexts } from './report-mail-texts.ts'

export interface ReportMailOptions {
  readonly database: Pick<Database, 'query'>
  readonly transport: MailTransport
  readonly context: ApiContext
  /** False if recipients need not confirm their address. */
  readonly verifiesRecipients: boolean
  readonly now: () => Date
}

/** Larger files are linked instead of attached, because many mail servers reject large messages. */
const maxAttachedBytes = 8_000_000

interface Sendable {
  readonly delivery_id: number
  readonly template: TemplateSnapshot
  readonly link_version: number
  readonly summary: ReportSummary | null
  readonly files: readonly { readonly type_id: string; readonly file_name: string; readonly size: number }[]
}

/** Creates the task that sends a report to one recipient, and records the outcome. */
export const createReportMailTask =
  (options: ReportMailOptions) => async (request: ReportMailRequest, job: MailJob) => {
    const { database, transport, now } = options
    const found = await findSendable(options, request)
    // The report was deleted, or a previous run of the job sent it.
    if (!found) return
    const recipient = { accountId: request.accountId, to: request.to }
    if (options.verifiesRecipients && !(await isConfirmed(database, recipient, now())))
      return recordOutcome(options, found.delivery_id, { failure: 'address_not_confirmed' })
    try {
      const document = readSummary(found.summary)
      const files = await loadAttachments(options, request.report, found)
      await transport.send({
        ...renderDeliveryMail(options, found, { document, report: request.report, isAttached: files.length > 0 }),
        to: request.to,
        id: computeMailId(job),
        attachments: [...files, ...buildLogoAttachments(document)],
      })
    } catch (error) {
      await recordOutcome(options, found.delivery_id, {
        failure: error instanceof Error ? error.message : 'unknown error',
      })
      throw error
    }
    await recordOutcome(options, found.delivery_id, { failure: null })
  }

async function findSendable(
  { database }: ReportMailOptions,
  { report, to }: ReportMailRequest,
): Promise<Sendable | undefined> {
  const [found] = await database.query(sql<Sendable>`select d.id as delivery_id, r.template, r.link_version, r.summary,
  (select json_agg(json_build_object('type_id', f.type_id, 'file_name', f.file_name, 'size', f.size)) from report_file f
    where f.report_id = r.id and f.content is not null) as files
from report_delivery d join report r on r.id = d.report_id
where d.report_id = ${report} and d.recipient = ${to} and d.status <> 'sent'`)
  return found
}

async function loadAttachments(
  { database }: ReportMailOptions,
  report: number,
  { template, files }: Sendable,
): Promise<MailAttachment[]> {
  const chosenFiles = files.filter(({ type_id }) => template.attachment_type_ids.some((each) => each === type_id))
  const size = chosenFiles.reduce((sum, each) => sum + each.size, 0)
  if (template.delivery === 'link' || size > maxAttachedBytes) return []
  return database.query(sql<MailAttachment>`select file_name as filename, media_type as "contentType", content from report_file
where report_id = ${report} and type_id = any(${chosenFiles.map(({ type_id }) => type_id)}::text[]) order by type_id`)
}

function renderDeliveryMail(
  { context }: ReportMailOptions,
  found: Sendable,
  { document, report, isAttached }: { document: ReportSummary; report: number; isAttached: boolean },
): RenderedMail {
  const file = found.files.find(({ type_id }) => type_id === 'pdf') ?? found.files[0]
  const link = linkToFile(context, {
    report_id: report,
    type_id: file?.type_id ?? 'json',
    file_name: file?.file_name ?? 'report.json',
    link_version: found.link_version,
  })
  const proof = linkToFile(context, toLinkedProof({ report_id: report, link_version: found.link_version }))
  const language = document.report.language_id === 'pl' ? 'pl' : 'en'
  const format = { ...createFormat(language, document.period.time_zone), reportLink: link }
  const texts = reportMailTexts[language]
  const { email_subject, email_body } = found.template
  const splitParagraphs = (text: string) =>
    fillVariables(text, document, format)
      .split(/\n\s*\n/)
      .filter((each) => each.trim() !== '')
  return renderReportMail({
    document,
    format,
    subject: fillVariables(email_subject === '' ? texts.subject : email_subject, document, format),
    paragraphs: splitParagraphs(email_body === '' ? texts.body : email_body),
    link,
    isAttached,
    notes: [texts.proof(proof)],
  })
}

function readSummary(summary: ReportSummary | null): ReportSummary {
  if (summary?.version !== 1) throw new PermanentJobError('The report was made by another version.')
  return summary
}

/** The logo is part of the message, so nothing is fetched when the message is read. */
function buildLogoAttachments(document: ReportSummary): MailAttachment[] {
  const { logo } = document.branding
  if (logo === null || !hasShownLogo(document)) return []
  const filename = logo.media_type === 'image/png' ? 'logo.png' : 'logo.jpg'
  const content = Buffer.from(logo.content, 'base64')
  return [{ filename, contentType: logo.media_type, content, cid: logoContentId, contentDisposition: 'inline' }]
}

async function recordOutcome(
  { database, now }: ReportMailOptions,
  id: number,
  { failure }: { failure: string | null },
): Promise<void> {
  const status = failure === null ? 'sent' : 'failed'
  const sentAt = failure === null ? now() : null
  await database.query(sql`update report_delivery set status = ${status}, failure_reason = ${failure?.slice(0, 255) ?? null}, sent_at = ${sentAt}
where id = ${id} and status <> 'sent'`)
}
