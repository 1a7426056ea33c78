import { isDeepStrictEqual } from 'node:util'
import { hourMs } from '@wachta/domain'
import {
  type Call,
  closed,
  lockRow,
  lockRows,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  type Values,
} from '@wachta/resource'
import { idList, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { idListData, readChosenIds } from '../../platform/id-list.ts'
import { rejectBeyondPackage } from '../packages/limits.ts'
import { type ForcedAnalysisInput, forceAnalysis, rejectTooManyForced } from './forced-analyses.ts'
import { buildCustomConfiguration } from './rules.ts'
import { service } from './service.ts'

const maxHoursAhead = 24

const analysisIdSchema = Type.String({
  pattern: '^[0-9]{15}$',
  description: 'The analysis to look for in the history.',
})
const forcedAnalysis = nameSchema('forced_analysis', Type.Object({ analysis_id: analysisIdSchema }, closed))
const forcedAnalyses = nameSchema(
  'forced_analyses',
  Type.Object(
    {
      analyses: Type.Array(
        Type.Object({ service_id: Type.Integer({ minimum: 1 }), analysis_id: analysisIdSchema }, closed),
        { description: 'In the order of the services in the request.' },
      ),
    },
    closed,
  ),
)

const customFields = {
  address: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  sensor_ids: Type.Optional(idList({ description: 'Used instead of the sensors of the service.' }).schema),
  extended_settings: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      maxProperties: 100,
      description: 'Override the settings of the service.',
    }),
  ),
}
const customData = nameSchema('custom_analysis_data', Type.Object(customFields, closed))
const scheduledData = nameSchema(
  'scheduled_custom_analysis_data',
  Type.Object(
    { ...customFields, start_time: time({ description: `Within the next ${maxHoursAhead} hours.` }).schema },
    closed,
  ),
)

/** The operations of manual checks: of one service, of many services, and with custom settings. */
export function serviceForceOperations(): Operation[] {
  const common = { method: 'POST', tag: 'services', access: 'customer', status: 200 } as const
  const on = { resource: 'service', flag: 'force_analysis' }

  const forceCustom = async (call: Call, start: Date) => {
    const before = await lockRow({ resource: service, key: readKey(call) }, 'force_analysis', call)
    const owner = Number(before['owner_id'])
    // The permission for manual checks must not allow a caller to direct the owner's sensors at other targets.
    if (changesService(before, call) && !(await call.holds('service', Number(before['id']), 'update')))
      reject('forbidden')
    // The request is validated first, so that a malformed one does not reveal the package of another account.
    const forced = await readCustom(before, call)
    await rejectIfNotInPackage(owner, call)
    await rejectTooManyForced(owner, 1, call)
    return { value: { analysis_id: await forceAnalysis(before, { ...forced, start }, call) } }
  }

  return [
    {
      ...common,
      id: 'force_analysis',
      path: '/services/{_id}/force_analysis',
      summary: 'Force an analysis outside the schedule.',
      on,
      result: forcedAnalysis,
      async handle(call) {
        const before = await lockRow({ resource: service, key: readKey(call) }, 'force_analysis', call)
        await rejectTooManyForced(Number(before['owner_id']), 1, call)
        return { value: { analysis_id: await forceAnalysis(before, { kind: 'f', start: call.now }, call) } }
      },
    },
    {
      ...common,
      id: 'bulk_force_analysis',
      path: '/services/bulk_force_analysis',
      summary: 'Force an analysis of many services outside the schedule.',
      body: idListData,
      result: forcedAnalyses,
      async handle(call) {
        const { before: services } = await lockRows(
          { resource: service, ...readChosenIds(call) },
          'force_analysis',
          call,
        )
        const owners = Map.groupBy(services, (each) => Number(each['owner_id']))
        for (const [owner, ownedServices] of owners) await rejectTooManyForced(owner, ownedServices.length, call)
        const analyses: { service_id: number; analysis_id: string }[] = []
        for (const each of services)
          analyses.push({
            service_id: Number(each['id']),
            analysis_id: await forceAnalysis(each, { kind: 'f', start: call.now }, call),
          })
        return { value: { analyses } }
      },
    },
    {
      ...common,
      id: 'force_custom_analysis',
      path: '/services/{_id}/force_custom_analysis',
      summary: 'Force an analysis with non-standard settings; it does not change the status of the service.',
      on,
      body: customData,
      bodyOptional: true,
      result: forcedAnalysis,
      handle: (call) => forceCustom(call, call.now),
    },
    {
      ...common,
      id: 'schedule_custom_analysis',
      path: '/services/{_id}/schedule_custom_analysis',
      summary: 'Force an analysis with non-standard settings at a given time.',
      on,
      body: scheduledData,
      result: forcedAnalysis,
      handle: (call) => forceCustom(call, readStart(call)),
    },
  ]
}

const readKey = (call: Call): number => Number(parseKey(service, call))

/** Returns whether the request changes the address, settings or sensors of the service. */
function changesService(before: Values, { body }: Call): boolean {
  const { start_time: _, extended_settings = {}, ...given } = (body ?? {}) as Values
  const settings = (before['extended_settings'] ?? {}) as Values
  const isOther = (value: unknown, present: unknown) => !isDeepStrictEqual(value, present)
  return (
    Object.entries(given).some(([name, value]) => isOther(value, before[name])) ||
    Object.entries(extended_settings as Values).some(([name, value]) => isOther(value, settings[name]))
  )
}

async function readCustom(before: Values, call: Call): Promise<Omit<ForcedAnalysisInput, 'start'>> {
  const { start_time: _, ...changes } = (call.body ?? {}) as Values
  const sensors = changes['sensor_ids'] as readonly number[] | undefined
  const { error_tolerance, timeout_ms, configuration } = await buildCustomConfiguration(changes, before, call)
  if (sensors !== undefined)
    await rejectBeyondPackage(
      Number(before['owner_id']),
      { usage: { maximum_sensors: sensors.length }, fields: { maximum_sensors: 'data.sensor_ids' } },
      call,
    )
  return {
    kind: 'c',
    configuration,
    ...(sensors && { sensor_ids: sensors }),
    ...(error_tolerance !== undefined && { error_tolerance }),
    timeout_ms,
  }
}

async function rejectIfNotInPackage(owner: number, { db }: Call): Promise<void> {
  const [holder] = await db.query(sql<{ can: boolean }>`select p.can_force_custom_analyses as can
from account a join package p on p.id = a.package_id where a.id = ${owner}`)
  if (!holder?.can) reject('custom_analyses_not_in_package')
}

function readStart({ body, now }: Call): Date {
  const start = new Date((body as { start_time: string }).start_time)
  const delayMs = start.getTime() - now.getTime()
  if (delayMs < 0 || delayMs > maxHoursAhead * hourMs)
    reject('start_out_of_range', 'data.start_time', { limit: maxHoursAhead })
  return start
}
