import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { findFreePort } from '@wachta/testing/free-port'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { sql } from 'kysely'
import { addApiKeys } from './api-keys.ts'
import { addApplications } from './applications.ts'
import { addHistory } from './history.ts'
import { addIncidents, type Incidents } from './incidents.ts'
import { addNeighbours, type Neighbours } from './neighbours.ts'
import { addPasskeyHolders, type PasskeyHolders } from './passkeys.ts'
import { addPeople, type ShopNotifications } from './people.ts'
import { addCorrections, addPlans, startSensors } from './plans.ts'
import { addReports, type Reports } from './reports.ts'
import { addScenarios, type Scenarios } from './scenarios.ts'
import { sessionOf } from './session-of.ts'
import { addShop, type Shop } from './shop.ts'
import { takeShopPictures } from './shop-pictures.ts'
import { addSingleSignOn } from './single-sign-on.ts'
import { addStatusPages, type StatusPages } from './status-pages.ts'
import { addWatched, type SeededServices } from './watched.ts'

export { sessionOf } from './session-of.ts'

export const password = 'czterysta czapli nad stawem'

/** A complete installation with the built app and sample data. */
export interface World extends AsyncDisposable {
  readonly api: TestApi
  readonly address: string
  readonly anna: { readonly id: number; readonly username: string }
  readonly watching: SeededServices
  readonly incidents: Incidents
  readonly people: ShopNotifications
  readonly neighbours: Neighbours
  readonly reports: Reports
  readonly statusPages: StatusPages
  /** Another customer, whose shop is checked in browsers. */
  readonly shop: Shop
  readonly scenarios: Scenarios
  readonly passkeyHolders: PasskeyHolders
  /** The address of status pages, after `startPages`. */
  readonly pagesAddress: string
  startPages(): StartedProcess
}

export async function startWorld(): Promise<World> {
  // A browser takes the pictures in the background; an error is reported where they are needed.
  const pictures = takeShopPictures()
  pictures.catch(() => undefined)
  const port = await findFreePort()
  // Browsers bind passkeys to a name, never to an IP address.
  const address = `http://localhost:${port}`
  const pagesPort = await findFreePort()
  const pagesAddress = `http://localhost:${pagesPort}`
  const api = await startApi({
    webApp: join(import.meta.dirname, '../../dist'),
    publicUrl: address,
    pagesUrl: pagesAddress,
    artifactsUrl: address,
  })
  await addPackage(api.owner, { name: 'Everything', services: 10_000, sensors: 20, interval: 10, customAnalyses: true })
  const passwordHash = await hashPassword(password)
  const username = 'anna'
  const id = await addAccount(api.owner, { username, name: 'Sklepy Kowalska', passwordHash, language: 'pl' })
  const watching = await addWatched(api.owner, id)
  await addHistory(api, watching)
  await addPlans(api.owner, id, watching)
  await addCorrections(api.owner, id, watching)
  const stop = await startSensors(api.owner, id, watching)
  const incidents = await addIncidents(api, id, watching)
  const people = await addPeople(api, id, watching)
  await addApiKeys(api.owner, id, watching)
  await addApplications(api.owner, id)
  await addSingleSignOn(api, id)
  const neighbours = await addNeighbours(api.owner, id, watching)
  const reports = await addReports(api, id, watching)
  const statusPages = await addStatusPages(api.owner, id, watching)
  const shop = await addShop(api, watching.sensors, await pictures)
  const scenarios = await addScenarios(api)
  const passkeyHolders = await addPasskeyHolders(api)
  const folder = await mkdtemp(join(tmpdir(), 'wachta-world-'))
  const objectsUrl = `file://${folder}`
  // The reporter generates reports and previews, as in any installation.
  const authority = new TestAuthority()
  const signer = authority.issue('reports', { as: 'signer', by: authority.issue('root', { as: 'root' }) })
  const reporter = startProcess('reporter', {
    DATABASE_URL: api.test.url,
    OBJECTS_URL: objectsUrl,
    PUBLIC_URL: address,
    PAGES_URL: pagesAddress,
    REPORT_SIGNING_KEY: signer.keyFile,
    REPORT_SIGNING_CERTIFICATE: signer.certificateFile,
  })
  await api.app.listen({ host: '127.0.0.1', port })
  return {
    api,
    address,
    anna: { id, username },
    watching,
    people,
    neighbours,
    incidents,
    reports,
    statusPages,
    shop,
    scenarios,
    passkeyHolders,
    pagesAddress,
    startPages: () =>
      startProcess('pages', {
        OBJECTS_URL: objectsUrl,
        PAGES_HOST: '127.0.0.1',
        PAGES_PORT: String(pagesPort),
        API_URL: address,
      }),
    async [Symbol.asyncDispose]() {
      stop()
      await reporter[Symbol.asyncDispose]()
      authority[Symbol.dispose]()
      await rm(folder, { recursive: true, force: true })
      await api[Symbol.asyncDispose]()
    },
  }
}

/** Adds an account with as many services as a large customer; returns its session for sessionStorage. */
export async function addLarge({ api }: World, count: number): Promise<{ id: number; token: string; account: number }> {
  const account = await addAccount(api.owner, { name: 'Duży klient' })
  const groupId = sql`(select id from service_group where owner_id = ${account} and is_default)`
  await api.owner.query(sql`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${account}, ${groupId}, 'http', 'Usługa ' || n || ' ' || (array['Łódź', 'Gdańsk', 'Kraków'])[1 + n % 3], 'http://s' || n || '.example.com/', 60
from generate_series(1, ${count}::int) n`)
  await api.owner.query(sql`update service set status_since = now() - interval '9 days' where owner_id = ${account}`)
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, response_time, failing_sensor_ids, error_type_id)
select id, case when id % 97 = 0 then 'failure' when id % 89 = 0 then 'unknown' else 'ok' end, now() - interval '1 day', now(), (id * 37) % 900,
  case when id % 97 = 0 then '{1,2}'::bigint[] else '{}' end, case when id % 97 = 0 then 401 end
from service where owner_id = ${account}`)
  return { ...(await sessionOf(api, account)), account }
}
