import { type Correction, computeServiceLevel, type ServiceHistory, type ServiceStatus } from '@wachta/domain'
import {
  buildEnum,
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  requirePermission,
} from '@wachta/resource'
import { time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { parseRange, rangeParameters } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { loadServiceHistory, replaceCorrections } from '../checks-and-history/service-history.ts'
import { serviceLevelFields } from '../checks-and-history/service-level.ts'
import { correction } from './correction.ts'

const figuresSchema = Type.Object(serviceLevelFields, closed)

/** Previews the service level after a change of a correction; newer corrections still take precedence. */
export const readCorrectionEffect: Operation = {
  id: 'read_correction_effect',
  method: 'GET',
  path: '/corrections/{_id}/effect',
  tag: 'corrections',
  summary: 'Preview how a change of a correction would affect the service level.',
  description:
    'The service level in a time range as it is (`before`), and as it would be with the change (`after`). Nothing is changed.',
  access: 'customer',
  on: { resource: 'correction', flag: 'read' },
  query: [
    ...rangeParameters,
    {
      name: 'start_time',
      schema: Type.String({ format: 'dateTime' }),
      description: 'Default: the current value, as for the parameters below.',
    },
    { name: 'end_time', schema: Type.String({ format: 'dateTime' }), description: 'End of the corrected interval.' },
    { name: 'status', schema: buildEnum(['ok', 'failure', 'paused']), description: 'The status to impose.' },
  ],
  status: 200,
  result: nameSchema(
    'correction_effect',
    Type.Object({ from: time().schema, to: time().schema, before: figuresSchema, after: figuresSchema }, closed),
  ),
  async handle(call) {
    const id = Number(parseKey(correction, call))
    await requirePermission({ resource: correction, key: id }, 'read', call)
    const { service, ...stored } = await findCorrection(id, call)
    const changed = applyQueryChanges(call, stored)
    if (changed.end <= changed.start) reject('wrong_window', 'query.end_time')
    const history = await loadServiceHistory(service, parseRange(call), call)
    const others = history.corrections.filter((each) => each.id !== id)
    return {
      value: {
        from: formatWireTime(history.from),
        to: formatWireTime(history.to),
        before: computeFigures(history),
        after: computeFigures(replaceCorrections(history, [...others, changed])),
      },
    }
  },
}

type ServiceCorrection = Correction<ServiceStatus>

async function findCorrection(id: number, { db }: Call): Promise<ServiceCorrection & { readonly service: number }> {
  const selectEpochMs = (column: string) => sql`(extract(epoch from ${sql.id(column)}) * 1000)::float8`
  const [found] = await db.query(sql<ServiceCorrection & { service: number }>`select id, service_id as service, status,
  ${selectEpochMs('start_time')} as start, ${selectEpochMs('end_time')} as "end", ${selectEpochMs('created_at')} as created_at
from correction where id = ${id}`)
  return found ?? reject('not_found')
}

const applyQueryChanges = ({ query }: Call, stored: ServiceCorrection): ServiceCorrection => ({
  ...stored,
  ...(query['status'] !== undefined && { status: query['status'] as ServiceStatus }),
  ...(query['start_time'] !== undefined && { start: Date.parse(String(query['start_time'])) }),
  ...(query['end_time'] !== undefined && { end: Date.parse(String(query['end_time'])) }),
})

function computeFigures(history: ServiceHistory) {
  const { from: _from, to: _to, ...figures } = computeServiceLevel(history)
  return figures
}
