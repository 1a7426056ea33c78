import { findOldestUnread, getCellStreams, readStreamState, resultStreams, shardCount } from '@wachta/bus'
import { sql } from 'kysely'
import { formatLongDuration } from '../formatting.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** Results are normally read within a second. Longer delays are a warning, then a problem. */
const [warningMs, problemMs] = [30_000, 300_000]

interface Position {
  readonly vp_group: number
  readonly stream: string
  readonly stream_created: Date
  readonly sequence: number
}

export const resultsCheck: HealthCheck = {
  name: 'results',
  title: localized('Results', 'Wyniki'),
  needs: ['schema', 'streams'],
  async run(context) {
    const bus = await context.bus()
    const positions = await context.database().query(sql<Position>`select * from stream_position`)
    const ages = await Promise.all(
      resultStreams.flatMap(({ urgency, scope }) =>
        Array.from({ length: shardCount }, async (_, shard) => {
          const stream = getCellStreams(bus.cell).results(urgency, scope)
          const state = await readStreamState(bus, stream)
          const position = positions.find((each) => each.vp_group === shard && each.stream === stream)
          const isSameStream = position?.stream_created.getTime() === Date.parse(state?.created ?? '')
          const after = Math.max(isSameStream ? Number(position?.sequence) : 0, (state?.first ?? 1) - 1)
          if (state === undefined || after >= state.last) return 0
          const subject = bus.subjects.resultsOfShard(urgency, shard, scope)
          const oldest = await findOldestUnread(bus, { stream, subject, after })
          return oldest === undefined ? 0 : context.now() - oldest
        }),
      ),
    )
    const age = Math.max(0, ...ages)
    if (age < warningMs)
      return ok('Results of sensors are read without delay.', 'Wyniki sensorów są czytane na bieżąco.')
    const judge = age < problemMs ? warning : problem
    return judge(
      localized(
        `The oldest unread result is ${formatLongDuration(age)} old.`,
        `Najstarszy nieprzeczytany wynik ma ${formatLongDuration(age)}.`,
      ),
      localized(
        'Start the analyst; if it runs and does not catch up, start a second one.',
        'Uruchom analyst; jeśli działa i nie nadąża, uruchom drugi.',
      ),
    )
  },
}
