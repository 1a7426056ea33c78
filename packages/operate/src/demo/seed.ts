import type { CliLanguage, Output } from '@wachta/cli'
import { openDatabase } from '@wachta/database'
import { hourMs } from '@wachta/domain'
import { sql } from 'kysely'
import { loadAllRows, runAsOperator } from '../operator.ts'
import { addAccounts } from './accounts.ts'
import { createDemoClient, type DemoClient } from './demo-client.ts'
import { buildBrowserConfiguration, buildDemoConfiguration, type DemoTargets } from './demo-configuration.ts'
import { type DemoFile, writeDemoFile } from './demo-file.ts'
import { addHistory } from './history.ts'
import { listDemoOutages } from './past.ts'
import { shopServiceNumbers } from './shop.ts'

interface SeedOptions {
  readonly directory: string
  readonly variables: Readonly<Record<string, string>>
  readonly file: DemoFile
  readonly language: CliLanguage
  /** The base URL of the API. */
  readonly address: string
  readonly hasCertificate: boolean
  /** Whether checks can run in a browser. A browser may have been installed since the last start. */
  readonly hasBrowser: boolean
  readonly progress: Output['progress']
}

/**
 * Adds what the demo does not have yet: accounts, services, contacts, alert rules and a month of history. Continues
 * where an earlier start was interrupted.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { directory, variables, language, hasBrowser } = options
  let { file } = options
  const needsBrowserServices = hasBrowser && file.hasBrowserServices !== true
  if (file.isSeeded && !needsBrowserServices) return
  options.progress({ en: 'adding services and a month of history …', pl: 'dodaję usługi i miesiąc historii …' })
  const rows = await runAsOperator(variables, (operator) => loadAllRows<{ id: number }>(operator, 'list_sensors'))
  const context: SeedContext = {
    url: variables['DATABASE_URL'] ?? '',
    ask: createDemoClient(options.address, file.password),
    targets: {
      ...{ http: file.http, tls: file.tls, hasCertificate: options.hasCertificate },
      sensor_ids: rows.map(({ id }) => id),
    },
    now: Date.now(),
  }
  if (!file.isSeeded) {
    await using owner = openDatabase(context.url, { role: null, connections: 1 })
    await addAccounts(owner, file.password, language)
    await seedServices(context, language)
    file = await writeDemoFile(directory, { ...file, isSeeded: true })
  }
  if (needsBrowserServices) {
    await seedBrowserServices(context)
    await writeDemoFile(directory, { ...file, hasBrowserServices: true })
  }
}

interface SeedContext {
  readonly url: string
  readonly ask: DemoClient
  readonly targets: DemoTargets
  readonly now: number
}

async function seedServices({ url, ask, targets, now }: SeedContext, language: CliLanguage): Promise<void> {
  await ask('POST', '/apply', buildDemoConfiguration(targets, language))
  const services = (await listServices(ask)).map(({ id }) => id)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await addHistory(owner, { services, sensors: targets.sensor_ids, now })
  const [corrected] = await owner.query(sql`select from correction limit 1`)
  if (!corrected) await addMaintenanceAndCorrection({ ask, services, language, now })
}

async function seedBrowserServices({ url, ask, targets, now }: SeedContext): Promise<void> {
  const configuration = buildBrowserConfiguration(targets)
  await ask('POST', '/apply', configuration)
  const ids = new Map((await listServices(ask)).map(({ id, name }) => [name, id]))
  const services = configuration.services.map(({ name }) => ids.get(name) ?? 0)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await addHistory(owner, { services, firstIndex: shopServiceNumbers.offers - 1, sensors: targets.sensor_ids, now })
}

interface ServiceRow {
  readonly id: number
  readonly name: string
}

const listServices = async (ask: DemoClient) => (await ask('GET', '/services?limit=100&sort=id')) as ServiceRow[]

interface WindowOptions extends Pick<SeedContext, 'ask' | 'now'> {
  readonly services: readonly number[]
  readonly language: CliLanguage
}

/** Adds a future maintenance window, and a correction that sets one failure to ok. */
async function addMaintenanceAndCorrection({ ask, services, language, now }: WindowOptions): Promise<void> {
  const tonight = Math.ceil(now / (24 * hourMs)) * 24 * hourMs + hourMs
  await ask('POST', '/suspensions', {
    service_id: services[0],
    start_time: new Date(tonight).toISOString(),
    end_time: new Date(tonight + 2 * hourMs).toISOString(),
    description: { en: 'New version of the shop', pl: 'Nowa wersja sklepu' }[language],
  })
  const [correctedOutage] = listDemoOutages(0, now)
  if (!correctedOutage) return
  await ask('POST', '/corrections', {
    service_id: services[0],
    start_time: new Date(correctedOutage.start).toISOString(),
    end_time: new Date(correctedOutage.end).toISOString(),
    status: 'ok',
    description: { en: 'Outage of the network provider', pl: 'Awaria po stronie operatora łącza' }[language],
  })
}
