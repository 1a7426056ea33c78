import { sql } from 'kysely'
import { type HealthCheck, localized, ok, warning } from '../health-check.ts'

interface SensorRow {
  readonly name: string
  readonly is_able: boolean
  /** Why the browser does not work, as the sensor reports it; null if it reports none, as sensors of older versions. */
  readonly reason: string | null
  /** Whether a service relies on this sensor, or could use it because no sensor of its group is able. */
  readonly is_needed: boolean
}

/** The maximum number of sensors that are printed, with their reasons. */
const maxNames = 5

export const browsersCheck: HealthCheck = {
  name: 'browsers',
  title: localized('Browser checks', 'Sprawdzenia w przeglądarce'),
  needs: ['schema'],
  async run(context) {
    const sensors = await context
      .database()
      .query(sql<SensorRow>`select s.name, coalesce((t.report->'browser'->>'able')::boolean, false) as is_able,
  t.report->'browser'->>'reason' as reason, exists (select from service v join service_type y on y.id = v.type_id
    join service_group g on g.id = v.group_id, lateral (select coalesce(cardinality(v.sensor_ids), 0) > 0 as has_own) o
    where y.category_id = 'browser' and v.is_active and not v.is_archived and (v.sensor_ids @> array[s.id]
      or not has_own and (g.assigned_sensor_ids->'browser' @> to_jsonb(s.id)
        or g.assigned_sensor_ids->'default' @> to_jsonb(s.id) and cardinality(group_sensors(g.assigned_sensor_ids, 'browser')) = 0))) as is_needed
from sensor s join sensor_state t on t.sensor_id = s.id
where s.is_active and t.last_seen > now() - interval '1 minute' order by s.id`)
    const unable = sensors.filter(({ is_able, is_needed }) => is_needed && !is_able)
    if (unable.length === 0) {
      const able = sensors.filter(({ is_able }) => is_able).length
      return ok(
        `${able} of ${sensors.length} sensors can run browser checks.`,
        `Sensory, które mogą wykonywać sprawdzenia w przeglądarce: ${able} z ${sensors.length}.`,
      )
    }
    const list = unable.slice(0, maxNames).map(({ name, reason }) => (reason === null ? name : `${name} (${reason})`))
    const names = `${list.join('; ')}${unable.length > maxNames ? ` (+${unable.length - maxNames})` : ''}`
    return warning(
      localized(
        `These sensors are assigned to browser checks but cannot run them: ${names}.`,
        `Sensory przypisane do sprawdzeń w przeglądarce, które nie mogą ich wykonywać: ${names}.`,
      ),
      localized(
        'Give these sensors a browser, see docs/browser-checks.md, or choose other sensors for these services.',
        'Zapewnij tym sensorom przeglądarkę, zob. docs/browser-checks.md, albo wybierz tym usługom inne sensory.',
      ),
    )
  },
}
