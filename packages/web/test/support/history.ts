import {
  addMonitoringRevision,
  addStatusChanges,
  buildCheck,
  type StatusPeriod,
  storeAnalyses,
} from '@wachta/testing/api/history'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import type { SeededService, SeededServices } from './watched.ts'

const minute = 60_000
const day = 1440 * minute
/** Current failures began this long ago. */
const failingFor = 40 * minute

/** Adds 90 days of status changes and a day and a half of analyses for every service. */
export async function addHistory(api: TestApi, { sensors, services }: SeededServices): Promise<void> {
  const now = Math.floor(Date.now() / minute) * minute
  for (const [place, service] of services.entries()) {
    await api.owner.query(sql`update service set status_since = ${new Date(now - 90 * day)} where id = ${service.id}`)
    await addStatusChanges(api.owner, service.id, changesOf(service, place, now))
    if (service.state === 'paused') continue
    await addMonitoringRevision(api.owner, service.id, sensors, new Date(now - 90 * day))
    await api.owner.query(sql`update service_revision r set configuration = jsonb_build_object('address', v.address,
  'extended_settings', v.extended_settings, 'secrets', v.secrets) from service v where v.id = r.service_id and v.id = ${service.id}`)
    const times = Array.from({ length: 216 }, (_, at) => now - (215 - at) * 10 * minute)
    await storeAnalyses(
      api.owner,
      service.id,
      sensors,
      times.map((time) => ({ time, checks: checksOf(service, sensors, time, now) })),
    )
    await addState(api, service, sensors, now)
  }
  await addEvidence(api, services[0], sensors[0] ?? 0, now)
  await api.owner.query(sql`insert into correction (service_id, start_time, end_time, status, description)
values (${services[0]?.id}, ${new Date(now - 71 * day)}, ${new Date(now - 70.9 * day)}, 'ok', 'Awaria po stronie operatora')`)
}

const isFailing = (service: SeededService, time: number, now: number) =>
  service.state === 'failure' && time >= now - failingFor

/** Twenty hours ago, for an hour: errors from two of five sensors, too few for a failure. */
const isDoubtful = (service: SeededService, time: number, now: number) =>
  service.error === 401 && time > now - 20 * 60 * minute && time <= now - 19 * 60 * minute

function checksOf(service: SeededService, sensors: readonly number[], time: number, now: number) {
  return sensors.map((sensor, rank) => {
    if (isFailing(service, time, now) && rank < 3)
      return buildCheck(sensor, { result: 'error', error_type_id: service.error, response_time: 40 + rank })
    if (isDoubtful(service, time, now) && rank < 2) return buildCheck(sensor, { result: 'error', error_type_id: 803 })
    if (service.state === 'unknown' && time > now - 20 * minute)
      return buildCheck(sensor, { result: 'unknown', response_time: null })
    const hour = (time / (60 * minute)) % 24
    const wave =
      1 + 0.25 * Math.sin((hour / 24) * 2 * Math.PI + service.usual) + 0.12 * Math.sin(time / minute + rank * 2.1)
    const response_time = Math.round(service.usual * wave * (1 + rank * 0.18))
    return buildCheck(sensor, { response_time, started: rank * 100, timings: timingsOf(response_time) })
  })
}

/** The phases of a web page's response time. */
const timingsOf = (whole: number) => ({
  lookup: Math.round(whole * 0.08),
  connect: Math.round(whole * 0.16),
  tls: Math.round(whole * 0.22),
  first_byte: Math.round(whole * 0.4),
})

async function addState(api: TestApi, service: SeededService, sensors: readonly number[], now: number): Promise<void> {
  const failing = service.state === 'failure'
  const status = failing || service.state === 'unknown' ? service.state : 'ok'
  const since = new Date(now - (failing ? failingFor : service.state === 'unknown' ? 20 * minute : 9 * day))
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, last_ok_time, last_error_time, response_time, failing_sensor_ids, error_type_id)
values (${service.id}, ${status}, ${since}, ${new Date(now)}, ${new Date(now - 50 * minute)}, ${failing ? new Date(now) : null}, ${service.usual},
  ${failing ? sensors.slice(0, 3) : []}, ${service.error})`)
}

/** Mostly ok, with some failures, pauses and gaps, different for each service. */
function changesOf(service: SeededService, place: number, now: number): StatusPeriod[] {
  const from = (place % 4 === 3 ? 60 : 90) * day
  const troubles = [
    { at: 71 - place, status: 'failure', lasts: (20 + place * 13) * minute },
    { at: 44 - place, status: place % 3 === 0 ? 'paused' : 'failure', lasts: (place % 5) * 0.4 * day + 5 * minute },
    { at: 12, status: 'unknown', lasts: place % 2 === 0 ? 1.2 * day : 30 * minute },
  ].filter(({ at }) => at * day < from)
  const spans: { status: string; start: number }[] = [{ status: 'ok', start: now - from }]
  for (const { at, status, lasts } of troubles)
    spans.push({ status, start: now - at * day }, { status: 'ok', start: now - at * day + lasts })
  if (service.state === 'failure') spans.push({ status: 'failure', start: now - failingFor })
  if (service.state === 'unknown') spans.push({ status: 'unknown', start: now - 20 * minute })
  if (service.state === 'paused' || service.state === 'suspended')
    spans.push({ status: 'paused', start: now - 2 * day })
  return spans.map(({ status, start }, at) => {
    const next = spans[at + 1]
    return { status, start: new Date(start), end: next ? new Date(next.start) : null }
  })
}

async function addEvidence(
  api: TestApi,
  service: SeededService | undefined,
  sensor: number,
  now: number,
): Promise<void> {
  if (!service) return
  for (const [id, file, content] of kept) {
    const key = `evidence/${service.id}/${id}`
    await api.objects.put(key, content)
    await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service.id}, ${new Date(now)}, ${sensor}, ${id}, ${key}, 'text/html', ${file}, ${content.length}, ${id === 'content'}, now())`)
  }
  const before = page('failed over to node 2')
  await api.objects.put(`evidence/${service.id}/before`, before)
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service.id}, ${new Date(now - 10 * minute)}, ${sensor}, 'content', ${`evidence/${service.id}/before`}, 'text/html', 'content.html', ${before.length}, false, now())`)
  await api.owner.query(sql`select partition_days(${[new Date(now).toISOString().slice(0, 10)]}::date[])`)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
select id, ${new Date(now - minute)}, ${sensor}, jsonb_build_object(case type_id when 'smtp' then 'domain_days_left' else 'certificate_days_left' end, id * 37 % 90 - 2)
from service where owner_id = (select owner_id from service where id = ${service.id}) and type_id in ('https', 'smtp', 'imap', 'tls_certificate')`)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, base_url, content_type, response_headers)
values (${service.id}, ${new Date(now)}, ${sensor}, 'https://sklep.example.com/', 'text/html', ${'HTTP/1.1 495 Certificate expired\nServer: nginx\nContent-Type: text/html'})`)
}

const har = (entries: readonly (readonly [at: number, time: number, url: string, status: number])[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(([at, time, url, status]) => ({
        startedDateTime: new Date(Date.UTC(2026, 10, 15) + at).toISOString(),
        time,
        request: { method: 'GET', url },
        response: { status },
      })),
    },
  })

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A page whose script would run if it were not neutralised. */
const page = (...last: readonly string[]) =>
  Buffer.from(
    [
      '<h1>Certificate expired</h1><script>document.title = "taken"</script>',
      '<dl>',
      '  <dt>Issuer</dt>',
      '  <dd>Example CA</dd>',
      '  <dt>Node</dt>',
      ...last.map((line) => `  <dd>${line}</dd>`),
      '</dl>',
      '',
    ].join('\n'),
  )

/** The artifacts of a page check. */
const kept: readonly (readonly [id: string, file: string, content: Buffer])[] = [
  ['content', 'content.html', page('failed over to node 3', 'no node left after it')],
  [
    'har',
    'har.json',
    Buffer.from(
      har([
        [0, 210, 'https://sklep.example.com/', 301],
        [215, 480, 'https://sklep.example.com/start', 200],
        [700, 1320, 'https://sklep.example.com/koszyk?produkt=kurtka-zimowa-czarna-rozmiar-42', 503],
      ]),
    ),
  ],
  ['screenshot', 'screenshot.png', Buffer.from(picture, 'base64')],
  ['traceroute', 'traceroute.txt', Buffer.from(' 1  192.0.2.1  0.4 ms\n 2  198.51.100.1  8.1 ms\n 3  * * *\n')],
]
