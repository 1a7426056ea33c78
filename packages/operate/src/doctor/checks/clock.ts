import { getCellStreams, readBrokerTime } from '@wachta/bus'
import { sql } from 'kysely'
import type { DoctorContext } from '../doctor-context.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** Slots are decided by clocks: more than these apart, and results are judged as late or early that are neither. */
const [noticeableMs, harmfulMs] = [1_000, 10_000]

export const clockCheck: HealthCheck = {
  name: 'clock',
  title: localized('Clock', 'Zegar'),
  needs: ['database', 'streams'],
  async look(around) {
    const differences = { PostgreSQL: await compare(around, databaseTime), NATS: await compare(around, natsTime) }
    const found = Object.entries(differences).flatMap(([name, differenceMs]): Finding[] => {
      if (Math.abs(differenceMs) < noticeableMs) return []
      const apart = `${(differenceMs / 1000).toFixed(1)} s`
      const judge = Math.abs(differenceMs) < harmfulMs ? warning : problem
      return [
        judge(
          localized(
            `The clock of ${name} differs from the clock of this machine by ${apart}.`,
            `Zegar ${name} różni się od zegara tej maszyny o ${apart}.`,
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

/** Returns how far another clock is ahead of ours, compared with the middle of the round trip. */
async function compare(around: DoctorContext, ask: (around: DoctorContext) => Promise<number>): Promise<number> {
  const before = around.now()
  const theirs = await ask(around)
  return theirs - (before + around.now()) / 2
}

async function databaseTime(around: DoctorContext): Promise<number> {
  const [row] = await around.database().query(sql<{ time: Date }>`select clock_timestamp() as time`)
  return row?.time.getTime() ?? Number.NaN
}

const natsTime = async (around: DoctorContext): Promise<number> =>
  readBrokerTime(await around.bus(), getCellStreams(around.variable('CELL')).assignments)
