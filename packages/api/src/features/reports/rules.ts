import { findUnknownVariables } from '@wachta/report'
import { type Call, closed, rejectAny, type Values, type Violation } from '@wachta/resource'
import { minuteOfWeek, value } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { addDefaults } from '../../platform/defaults.ts'
import { completeScope, findScopeViolations } from '../alert-rules/scope.ts'

const buildOptionalFlag = (defaultValue: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: defaultValue, description }))

const methodSchema = Type.Object(
  {
    unknown: buildOptionalFlag(
      false,
      'Time of unknown status counts as time that was not ok; otherwise it is left out.',
    ),
    paused: buildOptionalFlag(
      false,
      'Time in which the service was paused counts as time that was not ok; otherwise it is left out.',
    ),
    suspended: buildOptionalFlag(
      true,
      'Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out.',
    ),
    corrected: buildOptionalFlag(true, 'Corrections count; otherwise the figures are as measured.'),
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
  { ...closed, description: 'What counts; in a change, omitted fields stay unchanged.' },
)

/** The rules that decide which time counts in the service levels of a report. */
export const accountingMethod = value(methodSchema)

/** Validates a new template, and adds its defaults. */
export async function prepareReportTemplate(data: Values, call: Call): Promise<Values> {
  const { db } = call
  rejectAny(findVariableViolations(data))
  rejectAny(await findScopeViolations(data['scope'], Number(data['owner_id']), call))
  const [owner] = await db.query(
    sql<Values>`select language_id, time_zone_id from account where id = ${data['owner_id']}`,
  )
  const method = (data['accounting_method'] ?? {}) as Values
  return { ...owner, ...completeScope(data), accounting_method: addDefaults(methodSchema, method) }
}

export async function prepareReportTemplateChange(changes: Values, before: Values, call: Call): Promise<Values> {
  rejectAny(findVariableViolations(changes))
  rejectAny(await findScopeViolations(changes['scope'], Number(before['owner_id']), call))
  const method = changes['accounting_method'] as Values | undefined
  if (!method) return completeScope(changes)
  return { ...completeScope(changes), accounting_method: { ...(before['accounting_method'] as Values), ...method } }
}

/** Returns a violation for each unknown variable in a text; it would be printed as it is. */
function findVariableViolations(data: Values): Violation[] {
  return ['title', 'introduction', 'email_subject', 'email_body'].flatMap((field) => {
    const unknownVariables = findUnknownVariables(String(data[field] ?? ''))
    return unknownVariables.map((variable) => ({
      symbol: 'unknown_variable',
      field: `data.${field}`,
      params: { variable },
    }))
  })
}
