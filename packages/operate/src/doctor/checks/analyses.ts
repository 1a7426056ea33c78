import { sql } from 'kysely'
import { formatLongDuration } from '../formatting.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** How late an analysis may be, in addition to two intervals, the spread and the timeout of its checks. */
const graceSeconds = 60
/** The maximum number of services whose last analysis is examined. */
const sampleSize = 1_000
const problemShare = 0.1

export const analysesCheck: HealthCheck = {
  name: 'analyses',
  title: localized('Analyses', 'Analizy'),
  needs: ['schema'],
  async run(context) {
    const [row] = await context.database().query(sql<{ watched: number; late: number; latest: Date | null }>`
with watched as (select service_id, interval_ms, timeout_ms, spread_ms, effective_from from service_revision
    where effective_to is null and is_active and cardinality(sensor_ids) > 0 order by random() limit ${sampleSize}),
  due as (select s.last_time, now() - interval '1 millisecond' * (2 * interval_ms + timeout_ms + spread_ms) - interval '1 second' * ${graceSeconds}::int as by
    from watched w left join service_state s on s.service_id = w.service_id
    where w.effective_from < now() - interval '1 millisecond' * (2 * interval_ms + timeout_ms + spread_ms) - interval '1 second' * ${graceSeconds}::int)
select (select count(*)::int from due) as watched, (select count(*)::int from due where last_time is null or last_time < by) as late,
  (select max(last_time) from due) as latest`)
    const { watched = 0, late = 0, latest = null } = row ?? {}
    if (late === 0)
      return watched === 0
        ? ok(
            'No service has been monitored for long enough to judge.',
            'Żadna usługa nie jest monitorowana dość długo, by to ocenić.',
          )
        : ok(`All ${watched} services have a recent analysis.`, `Wszystkie usługi (${watched}) mają aktualną analizę.`)
    const since = latest === null ? '–' : formatLongDuration(context.now() - latest.getTime())
    const judge = late > watched * problemShare ? problem : warning
    return judge(
      localized(
        `${late} of ${watched} services have no recent analysis; the newest analysis is ${since} old.`,
        `${late} z ${watched} usług nie ma aktualnej analizy; najnowsza analiza ma ${since}.`,
      ),
      localized(
        'Check that planner, analyst and sensors are running, and that the clocks of the sensors are right.',
        'Sprawdź, czy działają planner, analyst i sensory, oraz zegary sensorów.',
      ),
    )
  },
}
