import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { addMonitoringRevision, addStatusChanges, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { sql } from 'kysely'
import { hostileAnswers } from './hostile-answers.ts'
import { addHostileScenario } from './hostile-browser.ts'
import { addHostilePages, type HostilePage } from './hostile-pages.ts'
import {
  addContacts,
  addNeighbours,
  addOccurrences,
  addPlans,
  addRules,
  addTemplates,
  addWrites,
} from './hostile-people.ts'
import { giver, rows, type Stage } from './hostile-stage.ts'
import type { World } from './world.ts'

/** An account in which every text by people or servers is hostile. */
export interface HostileWorld {
  readonly account: number
  /** The strings that should appear as text, by kind of field. */
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly service: number
  /** A service that is checked in a browser. */
  readonly scenario: number
  readonly sensors: readonly number[]
  readonly contact: number
  readonly event: number
  readonly occurrence: number
  readonly template: number
  readonly customer: number
  readonly package: number
  readonly statusPage: HostilePage
  /** Answers all pending diagnoses of sensors. */
  readonly answer: () => Promise<void>
}

/** The number of sensors with evidence of the answer. */
export const evidenceSensorCount = 2

export async function addHostile({ api }: World): Promise<HostileWorld> {
  const texts = new Map<string, readonly string[]>()
  const give = giver(texts)
  const [name = ''] = give('account', 1)
  const packageId = await addPackages(api, give)
  const account = await addAccount(api.owner, { name, packageId })
  const stage = { api, account, give }
  const sensors = await addSensors(stage)
  const services = await addServices(stage)
  const service = services[0] ?? 0
  await addEvidence(stage, service, sensors)
  const scenario = await addHostileScenario(stage, sensors)
  const contact = await addContacts(stage)
  const event = await addRules(stage, contact)
  const template = await addTemplates(stage)
  const occurrence = await addOccurrences(stage, services, event, contact)
  await addPlans(stage, services)
  const customer = await addNeighbours(stage)
  const statusPage = await addHostilePages(stage)
  await addWrites(stage)
  const answer = hostileAnswers(stage)
  return {
    account,
    texts,
    service,
    scenario,
    sensors,
    contact,
    event,
    occurrence,
    template,
    customer,
    package: packageId,
    statusPage,
    answer,
  }
}

/** Adds packages: operators name them, and all users see the names. */
async function addPackages(api: Stage['api'], give: Stage['give']): Promise<number> {
  const limits = { services: 100_000, sensors: 20, interval: 10, offered: false }
  const made: number[] = []
  for (const name of give('package', 20)) made.push(await addPackage(api.owner, { ...limits, name }))
  return made[0] ?? 0
}

async function addSensors({ api, account, give }: Stage): Promise<number[]> {
  const made = await api.owner.query(sql<{ id: number }>`insert into sensor (name, location, owner_id)
select r->>0, r->>1, ${account} from ${rows(give('sensor', 10, 64), give('location of a sensor', 10))} returning id`)
  await api.owner.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report)
select id, now(), '0.1.0', 0, 0, '{"self_check": true, "running": 0, "spooled": 0}' from sensor where owner_id = ${account}`)
  return made.map(({ id }) => id)
}

async function addServices({ api, account, give }: Stage): Promise<number[]> {
  const groups = await api.owner.query(sql<{ id: number }>`insert into service_group (owner_id, name)
select ${account}, r->>0 from ${rows(give('group', 30))} returning id`)
  const names = give('service', 100_000)
  const made = await api.owner.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, description, interval)
select ${account}, (${groups.map(({ id }) => id)}::bigint[])[1 + n % 30], 'http', r->>0, r->>1, r->>2, 60
from ${rows(names, give('address', 300), give('description', 1))} order by n returning id`)
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, response_time, failing_sensor_ids, error_type_id)
select id, case when id % 7 = 0 then 'failure' else 'ok' end, now() - interval '1 day', now(), 100, '{}', case when id % 7 = 0 then 401 end
from service where owner_id = ${account}`)
  return made.map(({ id }) => id)
}

/** Adds checks with evidence of the watched server's answer. */
async function addEvidence({ api, give }: Stage, service: number, sensors: readonly number[]): Promise<void> {
  const time = Math.floor(Date.now() / 60_000) * 60_000 - 60_000
  const at = new Date(time)
  await addStatusChanges(api.owner, service, [{ status: 'failure', start: new Date(time - 3_600_000), end: null }])
  await addMonitoringRevision(api.owner, service, sensors, new Date(time - 86_400_000))
  const checks = sensors.map((sensor) => buildCheck(sensor, { result: 'error', error_type_id: 401 }))
  await storeAnalyses(api.owner, service, sensors, [{ time, checks }])
  const headers = give('header', 40).map((text, place) => `X-${place}: ${text}`)
  const addresses = give('address of an answer', evidenceSensorCount)
  for (const [place, message] of give('message of an error', sensors.length).entries())
    await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, base_url, content_type, response_headers)
values (${service}, ${at}, ${sensors[place]}, ${message}, ${addresses[place] ?? null}, 'text/html', ${headers.join('\n')})`)
  const entries = give('request of a page', 30).map((url) => ({
    startedDateTime: at.toISOString(),
    time: 10,
    request: { method: 'GET', url },
    response: { status: 200 },
  }))
  const contents = {
    content: `<html><title>${give('title of a page', 1)[0]}</title>\n${give('line of a page', 1000).join('\n')}`,
    har: JSON.stringify({ log: { version: '1.2', entries } }),
    certificate: give('subject of a certificate', 20)
      .map((text) => `Subject: CN = ${text}`)
      .join('\n'),
  }
  const names = give('name of a file', 3)
  for (const [place, [id, content]] of Object.entries(contents).entries()) {
    const key = `evidence/${service}/${id}`
    await api.objects.put(key, Buffer.from(content))
    await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${at}, ${sensors[0]}, ${id}, ${key}, 'text/html', ${names[place]}, ${content.length}, false, now())`)
  }
}
