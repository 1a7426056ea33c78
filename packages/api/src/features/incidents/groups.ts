import { buildExplainsCondition, isInRuleScope } from '@wachta/database'
import { type CausedIncident, groupByCause, type PossibleCause } from '@wachta/domain'
import { type Call, findPermitted, nameSchema, type Operation } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { buildRecordSchema } from '../../platform/record.ts'
import { incident } from './incident.ts'

/**
 * Only this many incidents, the oldest, are grouped: if there are more, everything is down and grouping does not help.
 */
const maxIncidents = 5_000
/** Only the largest groups are returned. */
const maxGroups = 50
/** As many as bulk_acknowledge takes. */
const maxIncidentsPerGroup = 1_000

/** The operation that groups the open failures of the caller's account by their probable cause. */
export const listIncidentGroups: Operation = {
  id: 'list_incident_groups',
  method: 'GET',
  path: '/incidents/groups',
  tag: 'incidents',
  summary: 'Open failures that started together and probably have one cause.',
  description:
    'Acknowledge them together with bulk_acknowledge; they stay separate incidents. Each is in at most one group. ' +
    `The response has the ${maxGroups} largest groups; X-Total-Count says how many there are. Of more than ${maxIncidents} open failures, the oldest are grouped.`,
  access: 'customer',
  query: [],
  status: 200,
  result: [
    nameSchema(
      'incident_group',
      buildRecordSchema({
        cause: Type.Unsafe<PossibleCause['kind']>({
          type: 'string',
          enum: ['dependency', 'address', 'sensors'],
          description:
            'dependency: a service that they depend on is down; address: the same host; sensors: only the same sensors see them down.',
        }),
        label: Type.String({ description: 'The name of that service, the host, or the names of the sensors.' }),
        incident_count: Type.Integer({ minimum: 2, description: 'How many incidents are in the group.' }),
        incident_ids: Type.Array(id().schema, {
          description: `In order of their start; the first ${maxIncidentsPerGroup}.`,
        }),
      }),
    ),
  ],
  async handle(call) {
    const groups = await loadGroups(call)
    return { value: groups.slice(0, maxGroups), headers: { 'x-total-count': String(groups.length) } }
  },
}

interface Row {
  readonly id: number
  readonly start: number
  readonly address: string
  /** The failing sensors, if other sensors of the service see no failure. */
  readonly sensors: string | null
  readonly sensor_names: string | null
  /**
   * A service that is down and that the service depends on: by a condition of its alert rules that does not cover the
   * service itself.
   */
  readonly dependency_id: number | null
  readonly dependency_name: string | null
}

async function loadGroups(call: Call): Promise<object[]> {
  const rows = await loadOpenFailures(call)
  const readable = await findPermitted({ resource: incident, ids: rows.map((row) => row.id) }, 'read', call)
  const labels = new Map<string, string>()
  const incidents = rows
    .filter((row) => readable.has(row.id))
    .map((row): CausedIncident => {
      const causes = findCauses(row)
      for (const { kind, key, label } of causes) labels.set(`${kind} ${key}`, label)
      return { id: row.id, start: row.start, causes }
    })
  return groupByCause(incidents).map(({ cause: { kind, key }, incidentIds }) => ({
    cause: kind,
    label: labels.get(`${kind} ${key}`) ?? key,
    incident_count: incidentIds.length,
    incident_ids: incidentIds.slice(0, maxIncidentsPerGroup),
  }))
}

function findCauses({ address, sensors, sensor_names, dependency_id, dependency_name }: Row) {
  const host = readHost(address)
  return [
    ...(dependency_id === null
      ? []
      : [{ kind: 'dependency', key: String(dependency_id), label: dependency_name ?? '' } as const]),
    ...(host === '' ? [] : [{ kind: 'address', key: host, label: host } as const]),
    ...(sensors === null ? [] : [{ kind: 'sensors', key: sensors, label: sensor_names ?? '' } as const]),
  ]
}

/** Reads the host of a URL or of an address such as `host:port`. */
function readHost(address: string): string {
  const url = address.includes('://') ? address : `none://${address}`
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : ''
}

/** Loads the open failures of the account that the caller acts for. */
const loadOpenFailures = ({ db, caller }: Call): Promise<Row[]> =>
  db.query(sql<Row>`select i.id, (extract(epoch from i.start_time) * 1000)::float8 as start, v.address,
  case when f.is_part then f.ids end as sensors, f.names as sensor_names, d.id as dependency_id, d.name as dependency_name
from incident i join service v on v.id = i.service_id
  left join service_state st on st.service_id = v.id
  left join service_revision r on r.service_id = v.id and r.effective_to is null
  left join lateral (select string_agg(s.id::text, ' ' order by s.id) as ids, string_agg(s.name, ', ' order by s.name) as names,
      count(*) < cardinality(r.sensor_ids) as is_part
    from sensor s where s.id = any(st.failing_sensor_ids)) f on true
  left join lateral (select down.id, down.name from occurrence o join event e on e.id = o.event_id
      join event c on c.id = any(e.condition_event_ids) and not ${isInRuleScope('c', 'v')}
      join occurrence x on x.event_id = c.id and x.end_time is null
      join service down on down.id = x.service_id and ${buildExplainsCondition('x', 'down')}
    where o.incident_id = i.id and o.end_time is null and down.id <> v.id order by x.start_time, down.id limit 1) d on true
where i.owner_id = ${caller.actsFor} and i.end_time is null and i.kind = 'failure'
order by i.start_time, i.id limit ${maxIncidents}`)
