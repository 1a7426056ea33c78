import { dayMs } from '@wachta/domain'
import { sql } from 'kysely'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** A working reporter creates partitions for a week ahead. */
const minDays = 3

export const partitionsCheck: HealthCheck = {
  name: 'partitions',
  title: localized('Partitions', 'Partycje'),
  needs: ['schema'],
  async run(context) {
    const [row] = await context.database().query(sql<{ last: string | null }>`select max(right(c.relname, 8)) as last
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass`)
    const last = row?.last ?? null
    const daysAhead = last === null ? -1 : Math.floor((parseDate(last) - context.now()) / dayMs) + 1
    const todo = localized(
      'Start the reporter, or run `wachta migrate`: both create partitions for a week.',
      'Uruchom reporter albo wykonaj `wachta migrate`: oba tworzą partycje na tydzień.',
    )
    if (daysAhead < 1)
      return problem(
        localized(
          'There are no partitions for tomorrow, so nothing could be stored then.',
          'Nie ma partycji na jutro, więc niczego nie da się wtedy zapisać.',
        ),
        todo,
      )
    const message = localized(
      `There are partitions for ${daysAhead} more days.`,
      `Są partycje na kolejne dni: ${daysAhead}.`,
    )
    return daysAhead < minDays ? warning(message, todo) : ok(message.en, message.pl)
  },
}

const parseDate = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`)
