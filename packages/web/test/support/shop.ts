import { addAccount } from '@wachta/testing/api/accounts'
import { addMonitoringRevision, addStatusChanges, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { shopConsole, shopFilmstrip, shopHar, shopRequests } from './shop-evidence.ts'
import type { ShopPictures } from './shop-pictures.ts'

const minute = 60_000
const every = 10 * minute
/** The number of newest analyses in which the page and the scenario fail. */
const failingSlots = 2

/** A customer whose shop is checked in browsers: a page over its budgets, and a scenario that fails at its third step. */
export interface Shop {
  readonly account: number
  readonly page: number
  readonly scenario: number
  readonly sensors: readonly number[]
  /** The times of the newest analysis and of the last good one, in milliseconds since 1970. */
  readonly now: number
  readonly good: number
}

const settings = {
  page: {
    maximum_largest_contentful_paint: 2500,
    maximum_first_contentful_paint: 1800,
    maximum_layout_shift: 100,
    maximum_response_time: 4000,
    maximum_request_count: 80,
    maximum_console_errors: 2,
    blocked_hosts: ['stats.example.net'],
  },
  scenario: {
    steps: [
      { name: 'Strona główna', actions: [{ open: '/' }, { expect_text: 'Zima w górach' }] },
      {
        name: 'Logowanie',
        actions: [{ click: 'text=Zaloguj się' }, { fill: { selector: 'label=E-mail', value: 'a' } }],
      },
      { name: 'Koszyk', actions: [{ click: 'text=Koszyk' }, { wait_for: 'text=Do kasy' }] },
      { name: 'Kasa', actions: [{ click: 'text=Do kasy' }] },
      { name: 'Wylogowanie', actions: [{ open: '/logout' }], cleanup: true },
    ],
  },
} as const

export async function addShop(api: TestApi, sensors: readonly number[], pictures: ShopPictures): Promise<Shop> {
  const account = await addAccount(api.owner, { name: 'Sklep Pod Szczytem', language: 'pl' })
  const [row] = await api.owner.query(
    sql<{ id: number }>`select id from service_group where owner_id = ${account} and is_default`,
  )
  const add = async (type: string, name: string, own: object, steps: readonly string[] = []) => {
    const [made] = await api.owner.query(sql<{
      id: number
    }>`insert into service (owner_id, group_id, type_id, name, address, interval, extended_settings, step_names, sensor_ids)
values (${account}, ${row?.id}, ${type}, ${name}, 'https://sklep.example.com/', 600, ${JSON.stringify(own)}::jsonb, ${steps}, ${sensors})
returning id`)
    return made?.id ?? 0
  }
  const now = Math.floor(Date.now() / every) * every
  const names = settings.scenario.steps.map(({ name }) => name)
  const page = await add('fullpagehttps', 'Strona główna w przeglądarce', settings.page)
  const scenario = await add('browser_scenario', 'Zakup w sklepie', settings.scenario, names)
  const stage = { api, sensors, now, pictures }
  await addChecks(stage, page, pageDetail)
  await addChecks(stage, scenario, scenarioDetail)
  await addPageEvidence(stage, page)
  await addScenarioEvidence(stage, scenario)
  return { account, page, scenario, sensors, now, good: now - failingSlots * every }
}

interface Stage {
  readonly api: TestApi
  readonly sensors: readonly number[]
  readonly now: number
  readonly pictures: ShopPictures
}

interface ShopCheck {
  readonly time: number
  readonly rank: number
  readonly isFailed: boolean
}

interface Detail {
  readonly error: number
  readonly message: string
  readonly path_step: number | null
  readonly metrics: Readonly<Record<string, number>>
  readonly steps: readonly { step: number; response_time: number; data_size: number }[] | null
}

/** Most sensors fail in the end; the last one gets the page from a replica that still works. */
const isFailed = ({ sensors, now }: Stage, time: number, rank: number) =>
  time > now - failingSlots * every && rank < sensors.length - 1

async function addChecks(stage: Stage, service: number, detailOf: (seen: ShopCheck) => Detail): Promise<void> {
  const { api, sensors, now } = stage
  const times = Array.from({ length: 216 }, (_, place) => now - (215 - place) * every)
  const began = new Date(now - 90 * 1440 * minute)
  const failedAt = new Date(now - (failingSlots - 1) * every)
  await api.owner.query(sql`update service set status_since = ${began} where id = ${service}`)
  await addStatusChanges(api.owner, service, [
    { status: 'ok', start: began, end: failedAt },
    { status: 'failure', start: failedAt, end: null },
  ])
  await addMonitoringRevision(api.owner, service, sensors, began)
  const seen = times.flatMap((time) =>
    sensors.map((sensor, rank) => {
      const one = { time, rank, isFailed: isFailed(stage, time, rank) }
      return { ...one, sensor, detail: detailOf(one) }
    }),
  )
  const checks = Map.groupBy(seen, ({ time }) => time)
  await storeAnalyses(
    api.owner,
    service,
    sensors,
    times.map((time) => ({
      time,
      checks: (checks.get(time) ?? []).map((each) =>
        buildCheck(each.sensor, {
          result: each.isFailed ? 'error' : 'ok',
          error_type_id: each.isFailed ? each.detail.error : null,
          path_step: each.detail.path_step,
          response_time: each.detail.metrics['page_load_time'] ?? sumTimes(each.detail.steps),
          started: each.rank * 100,
        }),
      ),
    })),
  )
  const rows = seen.map(({ time, sensor, isFailed: failed, detail }) => ({
    service_id: service,
    time: new Date(time),
    sensor_id: sensor,
    error_message: failed ? detail.message : null,
    metrics: detail.metrics,
    step_data: detail.steps,
  }))
  await api.owner.query(
    sql`insert into check_detail select * from json_populate_recordset(null::check_detail, ${JSON.stringify(rows)}::json)`,
  )
  const failing = sensors.slice(0, -1)
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, last_error_time, response_time, failing_sensor_ids, error_type_id)
values (${service}, 'failure', ${failedAt}, ${new Date(now)}, ${new Date(now)}, 4310, ${failing}, ${seen[0]?.detail.error ?? null})`)
}

const wave = (time: number, rank: number): number =>
  1 +
  0.18 * Math.sin((time / (60 * minute) / 24) * 2 * Math.PI) +
  0.06 * Math.sin(time / minute + rank * 2.1) +
  rank * 0.07

function pageDetail({ time, rank, isFailed: failed }: ShopCheck): Detail {
  const factor = wave(time, rank)
  const of = (good: number, bad: number) => Math.round(failed ? bad + rank * 40 : good * factor)
  const [largest_contentful_paint, page_load_time] = [of(1480, 3620), of(1890, 4310)]
  return {
    error: 1608,
    message: `largest contentful paint ${largest_contentful_paint} ms, more than 2500 ms; layout shift 0.184, more than 0.1; loaded in ${page_load_time} ms, more than 4000 ms; console errors 3, more than 2`,
    path_step: null,
    metrics: {
      first_byte_time: of(210, 420),
      first_contentful_paint: of(610, 980),
      largest_contentful_paint,
      content_loaded_time: of(720, 1240),
      page_load_time,
      cumulative_layout_shift: failed ? 0.184 : Math.round(400 * factor) / 10_000,
      ...shopRequests(failed),
      console_error_count: failed ? 3 : 0,
      sensor_cpu_usage: failed && rank === 1 ? 92 : 34 + rank * 5,
      status_code: 200,
      certificate_days_left: 61,
    },
    steps: null,
  }
}

function scenarioDetail({ time, rank, isFailed: failed }: ShopCheck): Detail {
  const usual = [820, 640, 410, 560, 180].map((each) => Math.round(each * wave(time, rank)))
  const times = failed ? [...usual.slice(0, 2), 10_000] : usual
  return {
    error: 1603,
    message: 'step 3 (Koszyk): text=Do kasy did not appear within 10000 ms',
    path_step: failed ? 3 : 5,
    metrics: { steps_completed: failed ? 2 : 5, request_count: failed ? 31 : 58, sensor_cpu_usage: 41 },
    steps: times.map((response_time, place) => ({
      step: place + 1,
      response_time,
      data_size: 210_000 - place * 30_000,
    })),
  }
}

const sumTimes = (steps: Detail['steps']): number =>
  (steps ?? []).reduce((sum, { response_time }) => sum + response_time, 0)

type File = readonly [id: string, type: string, content: Buffer | string]

const metricsAt = (time: number, rank: number, failed: boolean) => pageDetail({ time, rank, isFailed: failed }).metrics

async function addPageEvidence(stage: Stage, service: number): Promise<void> {
  const { sensors, now, pictures } = stage
  for (const [rank, sensor] of sensors.entries()) {
    const good = now - failingSlots * every
    await keep(stage, { service, sensor, time: good }, [
      ['screenshot', 'image/jpeg', pictures.good],
      ['har', 'application/json', shopHar({ started: good, isFailed: false, metrics: metricsAt(good, rank, false) })],
    ])
    if (!isFailed(stage, now, rank)) continue
    for (let time = good + every; time <= now; time += every)
      await keep(stage, { service, sensor, time }, [
        ['screenshot', 'image/jpeg', pictures.failed],
        ['har', 'application/json', shopHar({ started: time, isFailed: true, metrics: metricsAt(time, rank, true) })],
        ['console_log', 'text/plain; charset=utf-8', shopConsole],
        ['filmstrip', 'application/json', shopFilmstrip(pictures)],
        ['content', 'text/html', '<!doctype html>\n<title>Sklep</title>\n<h1>Zima w górach</h1>\n'],
      ])
  }
}

async function addScenarioEvidence(stage: Stage, service: number): Promise<void> {
  const { sensors, now, pictures } = stage
  for (const [rank, sensor] of sensors.entries()) {
    const good = now - failingSlots * every
    await keep(stage, { service, sensor, time: good }, [['screenshot', 'image/jpeg', pictures.basket]])
    if (!isFailed(stage, now, rank)) continue
    for (let time = good + every; time <= now; time += every)
      await keep(stage, { service, sensor, time }, [
        ['screenshot', 'image/jpeg', pictures.brokenBasket],
        ['screenshot_step_1', 'image/jpeg', pictures.home],
        ['screenshot_step_2', 'image/jpeg', pictures.login],
        ['screenshot_step_3', 'image/jpeg', pictures.brokenBasket],
        ['har', 'application/json', shopHar({ started: time, isFailed: true, metrics: metricsAt(time, rank, true) })],
        ['console_log', 'text/plain; charset=utf-8', shopConsole],
      ])
  }
}

interface EvidenceKey {
  readonly service: number
  readonly sensor: number
  readonly time: number
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/json': 'json',
  'text/html': 'html',
}

async function keep(
  { api, now }: Stage,
  { service, sensor, time }: EvidenceKey,
  files: readonly File[],
): Promise<void> {
  const rows = await Promise.all(
    files.map(async ([id, content_type, content]) => {
      const key = `evidence/${service}/${time}-${sensor}-${id.replaceAll('_', '-')}`
      const bytes = Buffer.from(content)
      await api.objects.put(key, bytes)
      const file_name = `${id}.${extensions[content_type] ?? 'txt'}`
      return { artifact_id: id, object_key: key, content_type, file_name, size: bytes.length }
    }),
  )
  const isReference = time <= now - failingSlots * every
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, is_reference, stored_at)
select ${service}, ${new Date(time)}, ${sensor}, artifact_id, object_key, content_type, file_name, size, false, ${isReference}, now()
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (artifact_id text, object_key text, content_type text, file_name text, size integer)`)
}
