import {
  closed,
  listOperation,
  nameSchema,
  type Operation,
  parseKey,
  pathKey,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { reportTemplate } from './report-template.ts'

const buildCountSchema = (description: string) => Type.Integer({ minimum: 0, description })

const reportTemplateStats = nameSchema(
  'report_template_stats',
  Type.Object(
    {
      reports_count: buildCountSchema('All reports made from the template.'),
      reports_this_month: buildCountSchema('Those of the current month in UTC.'),
      monthly_reports_limit: buildCountSchema(
        "The maximum per month in the owner's package, for all templates together.",
      ),
      last_report_time: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'dateTime' }),
    },
    closed,
  ),
)

/** The operations that list the active reporting plans of a report template, and read its statistics. */
export function reportTemplateOperations({ searcher }: ApiContext): Operation[] {
  const { registry } = searcher
  const common = {
    tag: 'report_templates',
    access: 'customer',
    on: { resource: 'report_template', flag: 'read' },
  } as const
  return [
    listOperation(searcher, registry.get('reporting_plan'), {
      ...common,
      id: 'read_report_template_reporting_plans',
      path: '/report_templates/{_id}/reporting_plans',
      summary: 'Active reporting plans of a template; none if the template is inactive.',
      within: {
        cacheKey: 'active plans of a report template',
        condition: (row) =>
          sql<boolean>`${row('id')} = any(array(select unnest(r.reporting_plan_ids) from report_template r where r.id = ${pathKey}::bigint and r.is_active))`,
      },
    }),
    {
      ...common,
      id: 'read_report_template_stats',
      method: 'GET',
      path: '/report_templates/{_id}/stats',
      summary: 'Statistics of a report template.',
      status: 200,
      result: reportTemplateStats,
      async handle(call) {
        const id = Number(parseKey(reportTemplate, call))
        await requirePermission({ resource: reportTemplate, key: id }, 'read', call)
        const month = new Date(Date.UTC(call.now.getUTCFullYear(), call.now.getUTCMonth()))
        const [stats] = await call.db.query(sql`select count(r.id)::int as reports_count,
  (count(r.id) filter (where r.created_at >= ${month}))::int as reports_this_month,
  k.monthly_reports_limit, wire_time(max(r.created_at)) as last_report_time
from report_template t join account a on a.id = t.owner_id join package k on k.id = a.package_id
  left join report r on r.template_id = t.id where t.id = ${id} group by k.id`)
        return { value: stats }
      },
    },
  ]
}
