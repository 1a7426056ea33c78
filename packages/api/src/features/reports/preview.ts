import { hash } from 'node:crypto'
import { hourMs, minuteMs } from '@wachta/domain'
import { addJobs, makeReportPreviewJob } from '@wachta/queue'
import {
  buildEnum,
  type Call,
  closed,
  findReferenceViolations,
  lockAccount,
  nameSchema,
  type Operation,
  reject,
  rejectAny,
  requirePermission,
  type Values,
} from '@wachta/resource'
import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { addDefaults } from '../../platform/defaults.ts'
import { account } from '../accounts/account.ts'
import { readPeriod } from './order.ts'
import { reportTemplate } from './report-template.ts'
import { prepareReportTemplate } from './rules.ts'

/** How long equal requests get the same preview. */
const cacheLifetimeMs = 5 * minuteMs
/**
 * The number of previews per account and hour: each occupies a reporter for a second or more, and precedes reports that
 * are due.
 */
const maxPreviewsPerHour = 240
/** The number of waiting previews per account; older ones are dropped, because the form has changed since. */
const maxPending = 3

const { fields } = reportTemplate

/** The fields of a template that affect its document, besides its name and sections. */
const documentFields = [
  ...['title', 'introduction', 'tags', 'language_id', 'time_zone_id', 'scope', 'accounting_method'],
  ...['service_level_target'],
] as const satisfies readonly string[]

const previewData = nameSchema(
  'report_template_preview_data',
  Type.Object(
    {
      name: fields.name.schema,
      section_ids: fields.section_ids.schema,
      ...pickOptional(['owner_id', ...documentFields]),
      start_time: Type.Optional(Type.String({ format: 'dateTime' })),
      end_time: Type.Optional(
        Type.String({ format: 'dateTime', description: 'Without both, the period is the last whole month.' }),
      ),
    },
    closed,
  ),
)

const nullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description })
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const preview = nameSchema(
  'report_template_preview',
  Type.Object(
    {
      status: buildEnum(['pending', 'in_progress', 'completed', 'failed']),
      failure_reason: nullableText(
        'no_services: the template has no services in the period; not_printable: the document could not be printed; too_large: it has too many pages for a preview; too_many_changes: the maintenance windows of a service were changed too often in the period.',
      ),
      pages: nullableInteger('How many pages the document has.'),
      svg: nullableText('All pages, one below the other and equally high.'),
    },
    closed,
  ),
)

/** The operation that shows the document of a template before it is saved. */
export const previewReportTemplate: Operation = {
  id: 'preview_report_template_data',
  method: 'POST',
  path: '/report_templates/preview',
  tag: 'report_templates',
  summary: 'Preview the document of an unsaved report template. Repeat the request until it is rendered.',
  description:
    'The document is rendered from the record like any report, is not sent to anyone, does not count against the package, and is kept for an hour.',
  access: 'customer',
  body: previewData,
  status: 200,
  result: preview,
  async handle(call) {
    const { start_time, end_time, ...data } = call.body as Values
    const dataWithOwner = { owner_id: call.caller.actsFor, ...data }
    const ownerId = Number(dataWithOwner.owner_id)
    await requirePermission({ resource: account, key: ownerId }, 'create_report_templates', call)
    const { owner_id: _owner, ...fieldsToCheck } = dataWithOwner as Values
    rejectAny(await findReferenceViolations(reportTemplate, fieldsToCheck, call))
    const columns = await prepareReportTemplate(dataWithOwner, call)
    const template = toSnapshot(columns)
    // Without a given end, the end stays the same for a while: the repeated request is for the same document.
    const until = new Date(Math.floor(call.now.getTime() / cacheLifetimeMs) * cacheLifetimeMs)
    const period = readPeriod(
      { ...(start_time !== undefined && { start_time }), ...(end_time !== undefined && { end_time }) },
      String(template['time_zone_id']),
      until,
    )
    return { value: await findOrQueuePreview({ ownerId, template, ...period }, call) }
  },
}

interface PreviewRequest {
  readonly ownerId: number
  readonly template: Values
  readonly start_time: Date
  readonly end_time: Date
}

async function findOrQueuePreview({ ownerId, template, start_time, end_time }: PreviewRequest, call: Call) {
  const { db, now } = call
  const digest = hash('sha256', JSON.stringify([template, start_time, end_time]), 'buffer')
  await lockAccount(ownerId, call)
  const [found] = await db.query(sql`select status, failure_reason, pages, svg from report_preview
where owner_id = ${ownerId} and digest = ${digest} and created_at > ${new Date(now.getTime() - cacheLifetimeMs)}`)
  if (found) return found
  await rejectTooManyPreviews(ownerId, call)
  await db.query(sql`delete from report_preview where id in (
  select id from report_preview where owner_id = ${ownerId} and status = 'pending' order by id desc offset ${maxPending - 1})`)
  const [inserted] = await db.query(sql<{
    id: number
  }>`insert into report_preview (owner_id, digest, template, start_time, end_time, created_at)
values (${ownerId}, ${digest}, ${JSON.stringify(template)}::jsonb, ${start_time}, ${end_time}, ${now})
on conflict (owner_id, digest) do update set status = 'pending', failure_reason = null, svg = null, pages = null, created_at = excluded.created_at
returning id`)
  if (inserted) await addJobs(db, [makeReportPreviewJob(inserted.id)])
  return { status: 'pending', failure_reason: null, pages: null, svg: null }
}

async function rejectTooManyPreviews(ownerId: number, { db, now }: Call): Promise<void> {
  const [recent] = await db.query(sql<{ count: number }>`select count(*) from report_preview
where owner_id = ${ownerId} and created_at > ${new Date(now.getTime() - hourMs)}`)
  if (Number(recent?.count) >= maxPreviewsPerHour) reject('too_many_for_now', undefined, { limit: maxPreviewsPerHour })
}

/** The fields that a report copies from its template; the fields for sending the report are empty. */
const toSnapshot = (columns: Values): Values => ({
  ...addDefaults(Type.Object(pickOptional(documentFields)), {
    service_level_target: null,
    tags: [],
    ...Object.fromEntries(
      ['name', 'section_ids', ...documentFields].flatMap((name) =>
        columns[name] === undefined ? [] : [[name, columns[name]]],
      ),
    ),
  }),
  ...{ email_subject: '', email_body: '', attachment_type_ids: [], recipients: [], delivery: 'attachment' },
})

function pickOptional(names: readonly string[]): Record<string, TSchema> {
  const all = fields as Readonly<Record<string, { readonly schema: TSchema }>>
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, Type.Optional(all[name].schema)]] : [])))
}
