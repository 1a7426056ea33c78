import { getCellStreams, readBrokerTime } from '@wachta/bus'
import { sql } from 'kysely'
import type { DoctorContext } from '../doctor-context.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** Slots are decided by clocks: with larger differences, results would wrongly be judged as late or early. */
const [warningMs, problemMs] = [1_000, 10_000]

export const clockCheck: HealthCheck = {
  name: 'clock',
  title: localized('Clock', 'Zegar'),
  needs: ['database', 'streams'],
  async run(context) {
    const differences = {
      PostgreSQL: await measureDifference(context, readDatabaseTime),
      NATS: await measureDifference(context, readNatsTime),
    }
    const found = Object.entries(differences).flatMap(([name, differenceMs]): Finding[] => {
      if (Math.abs(differenceMs) < warningMs) return []
      const difference = `${(differenceMs / 1000).toFixed(1)} s`
      const judge = Math.abs(differenceMs) < problemMs ? warning : problem
      return [
        judge(
          localized(
            `The clock of ${name} differs from the clock of this machine by ${difference}.`,
            `Zegar ${name} różni się od zegara tej maszyny o ${difference}.`,
          ),
          localized(
            'Synchronise the clocks of all machines with NTP.',
            'Synchronizuj czas wszystkich maszyn przez NTP.',
          ),
        ),
      ]
    })
    if (found.length > 0) return found
    return ok(
      'The clock of this machine agrees with those of the database and the broker.',
      'Zegar tej maszyny zgadza się z zegarami bazy i brokera.',
    )
  },
}

/** Returns how many milliseconds another clock is ahead of this one, compared with the middle of the round trip. */
async function measureDifference(
  context: DoctorContext,
  readTime: (around: DoctorContext) => Promise<number>,
): Promise<number> {
  const before = context.now()
  const theirs = await readTime(context)
  return theirs - (before + context.now()) / 2
}

async function readDatabaseTime(context: DoctorContext): Promise<number> {
  const [row] = await context.database().query(sql<{ time: Date }>`select clock_timestamp() as time`)
  return row?.time.getTime() ?? Number.NaN
}

const readNatsTime = async (context: DoctorContext): Promise<number> =>
  readBrokerTime(await context.bus(), getCellStreams(context.variable('CELL')).assignments)
