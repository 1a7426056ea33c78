import { findUnknownVariables } from '@wachta/report'
import { type Call, closed, rejectAny, type Values, type Violation } from '@wachta/resource'
import { minuteOfWeek, value } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { addDefaults } from '../../platform/defaults.ts'
import { completeScope, findScopeViolations } from '../alert-rules/scope.ts'

const counts = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }))

const methodSchema = Type.Object(
  {
    unknown: counts(false, 'Time of unknown status counts as time that was not ok; otherwise it is left out.'),
    paused: counts(
      false,
      'Time in which the service was paused counts as time that was not ok; otherwise it is left out.',
    ),
    suspended: counts(
      true,
      'Time in suspensions that only hold notifications counts as measured; otherwise it is left out.',
    ),
    corrected: counts(true, 'Corrections count; otherwise the measured values are used.'),
    business_hours: Type.Optional(
      Type.Array(
        Type.Object(
          {
            start_minute: minuteOfWeek().schema,
            end_minute: minuteOfWeek({
              description: 'Not included; if less than start_minute, the window continues past the end of the week.',
            }).schema,
          },
          closed,
        ),
        {
          maxItems: 100,
          default: [],
          description:
            'Weekly windows in the time zone of the report; time outside them is left out. None: all time counts.',
        },
      ),
    ),
  },
  { ...closed, description: 'What counts; in an update, omitted fields stay as they are.' },
)

/** The rules that decide which time counts in the figures of a report. */
export const accountingMethod = value(methodSchema)

/** Validates the scope of a new template, and adds its defaults. */
export async function prepareReportTemplate(data: Values, call: Call): Promise<Values> {
  const { db } = call
  rejectAny(variableViolations(data))
  rejectAny(await findScopeViolations(data['scope'], Number(data['owner_id']), call))
  const [owner] = await db.query(
    sql<Values>`select language_id, time_zone_id from account where id = ${data['owner_id']}`,
  )
  const method = (data['accounting_method'] ?? {}) as Values
  return { ...owner, ...completeScope(data), accounting_method: addDefaults(methodSchema, method) }
}

export async function prepareReportTemplateChange(changes: Values, before: Values, call: Call): Promise<Values> {
  rejectAny(variableViolations(changes))
  rejectAny(await findScopeViolations(changes['scope'], Number(before['owner_id']), call))
  const method = changes['accounting_method'] as Values | undefined
  if (!method) return completeScope(changes)
  return { ...completeScope(changes), accounting_method: { ...(before['accounting_method'] as Values), ...method } }
}

/** Rejects texts with names that no report has a value for, which would be printed as they are. */
function variableViolations(data: Values): Violation[] {
  return ['title', 'introduction', 'email_subject', 'email_body'].flatMap((field) => {
    const unknown = findUnknownVariables(String(data[field] ?? ''))
    return unknown.map((variable) => ({ symbol: 'unknown_variable', field: `data.${field}`, params: { variable } }))
  })
}
