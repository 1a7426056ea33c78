import { type Call, closed, nameSchema, type Operation, parseKey, requirePermission } from '@wachta/resource'
import { nullable, text, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { report } from './report.ts'

const deliverySchema = nameSchema(
  'report_delivery',
  Type.Object(
    {
      recipient: text().schema,
      status: text({ enum: ['pending', 'sent', 'failed'] }).schema,
      failure_reason: nullable(
        text({
          description: 'address_not_confirmed, or what the mail server answered; delivery is retried for some time.',
        }),
      ).schema,
      created_at: time().schema,
      sent_at: nullable(time()).schema,
    },
    closed,
  ),
)

/** The operations on the deliveries of a report: they list its recipients, and revoke its links. */
export const reportDeliveryOperations = (): Operation[] => [
  {
    id: 'list_report_deliveries',
    method: 'GET',
    path: '/reports/{_id}/deliveries',
    tag: 'reports',
    summary: 'Recipients of a report, and whether their mail servers accepted it.',
    access: 'customer',
    on: { resource: 'report', flag: 'read' },
    status: 200,
    result: [deliverySchema],
    async handle(call) {
      const id = await requireReportPermission(call, 'read')
      const rows =
        await call.db.query(sql`select recipient, status, failure_reason, wire_time(created_at) as created_at,
  wire_time(sent_at) as sent_at from report_delivery where report_id = ${id} order by id`)
      return { value: rows, headers: { 'x-total-count': String(rows.length) } }
    },
  },
  {
    id: 'revoke_report_links',
    method: 'POST',
    path: '/reports/{_id}/revoke_links',
    tag: 'reports',
    summary: 'Invalidate all links to the files of a report, including those in e-mails.',
    access: 'customer',
    on: { resource: 'report', flag: 'send' },
    status: 204,
    async handle(call) {
      const id = await requireReportPermission(call, 'send')
      await call.db.query(sql`update report set link_version = link_version + 1 where id = ${id}`)
      return {}
    },
  },
]

async function requireReportPermission(call: Call, flag: 'read' | 'send'): Promise<number> {
  const key = Number(parseKey(report, call))
  await requirePermission({ resource: report, key }, flag, call)
  return key
}
