import type { CliLanguage } from '@wachta/cli'
import { openDatabase } from '@wachta/database'
import { hourMs } from '@wachta/domain'
import { addHistory } from './history.ts'
import type { DemoInterface } from './interface.ts'
import { demoOutages } from './past.ts'
import { demoConfiguration, type Places } from './watched.ts'

interface Seeding {
  readonly url: string
  readonly ask: DemoInterface
  readonly places: Places
  readonly language: CliLanguage
  readonly now: number
}

/** Fills an account with services, contacts, alert rules, maintenance windows and a month of history. */
export async function seedDemo({ url, ask, places, language, now }: Seeding): Promise<void> {
  await ask('POST', '/apply', demoConfiguration(places, language))
  const found = (await ask('GET', '/services?limit=100&sort=id')) as { readonly id: number }[]
  const services = found.map(({ id }) => id)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await addHistory(owner, { services, sensors: places.sensor_ids, now })
  await addWindows({ ask, services, language, now })
}

/** One maintenance window to come, and one failure that was none. */
async function addWindows({
  ask,
  services,
  language,
  now,
}: Pick<Seeding, 'ask' | 'language' | 'now'> & {
  readonly services: readonly number[]
}): Promise<void> {
  const tonight = Math.ceil(now / (24 * hourMs)) * 24 * hourMs + hourMs
  await ask('POST', '/suspensions', {
    service_id: services[0],
    start_time: new Date(tonight).toISOString(),
    end_time: new Date(tonight + 2 * hourMs).toISOString(),
    description: { en: 'New version of the shop', pl: 'Nowa wersja sklepu' }[language],
  })
  const [mistaken] = demoOutages(0, now)
  if (!mistaken) return
  await ask('POST', '/corrections', {
    service_id: services[0],
    start_time: new Date(mistaken.start).toISOString(),
    end_time: new Date(mistaken.end).toISOString(),
    status: 'ok',
    description: { en: 'The provider of the line was at fault', pl: 'Awaria po stronie operatora łącza' }[language],
  })
}
