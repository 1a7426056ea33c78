import { openSession } from '@wachta/testing/api/accounts'
import { buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { acknowledgeAlert, addAlert, addNotification } from '@wachta/testing/api/notifications'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { addNotificationSetup, type NotificationSetup } from './tellers.ts'
import type { SeededServices } from './watched.ts'

const minute = 60_000
const day = 1440 * minute
/** The first analysis with the failure was this long ago. */
const failingFor = 40 * minute

/** The seeded alerts, with their rules and contacts. */
export interface Incidents extends NotificationSetup {
  /** An open alert with escalation steps still to come. */
  readonly failing: number
  /** Open and acknowledged. */
  readonly taken: number
  readonly recovered: number
  readonly lostSensor: number
  readonly flapping: number
  readonly older: number
}

/** A night on duty: a failure that escalates, an acknowledged one, and resolved ones. */
export async function addIncidents(api: TestApi, account: number, watching: SeededServices): Promise<Incidents> {
  const now = Math.floor(Date.now() / minute) * minute
  const tellers = await addNotificationSetup(api, await openSession(api.owner, account))
  const stage: Stage = { api, account, watching, tellers, now }
  const incidents = {
    ...tellers,
    failing: await failing(stage),
    taken: await taken(stage),
    recovered: await recovered(stage),
    lostSensor: await lostSensor(stage),
    flapping: await flapping(stage),
    older: await older(stage),
  }
  await api.owner.query(
    sql`update occurrence set decided_at = start_time + interval '1.2 s' where owner_id = ${account}`,
  )
  return incidents
}

interface Stage {
  readonly api: TestApi
  readonly account: number
  readonly watching: SeededServices
  readonly tellers: NotificationSetup
  readonly now: number
}

const idOf = ({ watching }: Stage, name: string): number =>
  watching.services.find((each) => each.name === name)?.id ?? 0

async function failing(stage: Stage): Promise<number> {
  const { api, tellers, now } = stage
  const service = idOf(stage, 'Sklep: strona główna')
  const start = now - failingFor
  const id = await addAlert(api.owner, { service, event: tellers.failure, start: new Date(start), errorType: 401 })
  const [duty, manager, board] = tellers.steps
  await climb(stage, id, { step: duty, status: 'sent', sent: 3, next: now + 3 * minute })
  await climb(stage, id, { step: manager, status: 'finished', sent: 1, next: null })
  await climb(stage, id, { step: board, status: 'waiting', sent: 0, next: now + 18 * minute })
  const tell = teller(stage, id, service, 'Sklep: strona główna')
  await tell({ who: 'anna', by: 'email', step: duty, at: start + 2000 })
  await tell({ who: 'anna', by: 'sms', step: duty, at: start + 25_000, retried: start + 5000 })
  await tell({ who: 'piotr', by: 'email', step: duty, at: start + 1000, because: 'contact_suspended' })
  await tell({ who: 'anna', by: 'email', step: duty, at: start + 15 * minute, repeat: 1 })
  await tell({ who: 'marek', by: 'email', step: manager, at: start + 15 * minute + 2000 })
  await tell({ who: 'marek', by: 'sms', step: manager, at: start + 15 * minute + 3000, refused: true })
  await tell({ who: 'anna', by: 'email', step: duty, at: start + 30 * minute, repeat: 2 })
  await tell({ who: null, by: 'email', step: 0, at: start + 3000 })
  await tell({ who: null, by: 'sms', step: 0, at: start + 3000, because: 'notifications_off' })
  return id
}

async function taken(stage: Stage): Promise<number> {
  const { api, tellers, now } = stage
  const service = idOf(stage, 'Poczta: SMTP')
  const start = now - failingFor
  const id = await addAlert(api.owner, {
    service,
    event: tellers.failure,
    start: new Date(start),
    errorType: 803,
    status: 'disabled',
  })
  await acknowledgeAlert(api.owner, id, {
    by: 'Joanna Maj',
    note: 'Dzwonię do hostingu, restart kolejki.',
    at: new Date(start + 11 * minute),
  })
  const [duty, manager] = tellers.steps
  await climb(stage, id, { step: duty, status: 'finished', sent: 1, next: null })
  await climb(stage, id, { step: manager, status: 'finished', sent: 0, next: null })
  const tell = teller(stage, id, service, 'Poczta: SMTP')
  await tell({ who: 'anna', by: 'email', step: duty, at: start + 2000 })
  await tell({ who: 'marek', by: 'email', step: manager, at: start + 15 * minute, because: 'acknowledged' })
  return id
}

async function recovered(stage: Stage): Promise<number> {
  const { api, tellers, now } = stage
  const service = idOf(stage, 'Blog')
  // Between the existing analyses, so that its own do not collide with them.
  const start = now - 20 * 60 * minute + 5 * minute
  const end = start + 33 * minute
  await recordFailure(stage, service, start, end)
  const id = await addAlert(api.owner, {
    service,
    event: tellers.failure,
    start: new Date(start),
    end: new Date(end),
    errorType: 201,
  })
  const [duty] = tellers.steps
  await climb(stage, id, { step: duty, status: 'finished', sent: 3, next: null })
  const tell = teller(stage, id, service, 'Blog')
  await tell({ who: 'anna', by: 'email', step: duty, at: start + 2000 })
  await tell({ who: 'anna', by: 'email', step: duty, at: end + 2000, end: true })
  await tell({ who: 'piotr', by: 'email', step: duty, at: end + 2000, end: true, because: 'not_told_of_start' })
  await api.owner.query(sql`insert into correction (service_id, start_time, end_time, status, description)
values (${service}, ${new Date(start)}, ${new Date(end)}, 'paused', 'Zapowiedziane prace operatora, poza umową')`)
  return id
}

async function lostSensor(stage: Stage): Promise<number> {
  const { api, tellers, watching, now } = stage
  const service = idOf(stage, 'DNS: ns1')
  const id = await addAlert(api.owner, {
    service,
    event: tellers.lost,
    sensor: watching.sensors[3] ?? 0,
    start: new Date(now - 12 * minute),
  })
  return id
}

async function flapping(stage: Stage): Promise<number> {
  const { api, tellers, now } = stage
  const service = idOf(stage, 'Brama API')
  let id = 0
  for (const [from, to] of [
    [300, 296],
    [288, 285],
    [276, 270],
    [262, 225],
  ] as const)
    id = await addAlert(api.owner, {
      service,
      event: tellers.slow,
      start: new Date(now - from * minute),
      end: new Date(now - to * minute),
    })
  await api.owner.query(sql`with flapping as (update occurrence set is_flapping = true where id = ${id} returning incident_id)
update incident i set is_flapping = true from flapping f where i.id = f.incident_id`)
  return id
}

async function older(stage: Stage): Promise<number> {
  const { api, now } = stage
  const service = idOf(stage, 'Kariera')
  const start = now - 3 * day
  const id = await addAlert(api.owner, {
    service,
    start: new Date(start),
    end: new Date(start + 9 * minute),
    errorType: 301,
  })
  const tell = teller(stage, id, service, 'Kariera')
  await tell({ who: null, by: 'email', step: 0, at: start + 2000 })
  await tell({ who: null, by: 'email', step: 0, at: start + 9 * minute, end: true })
  return id
}

/** Records the analyses of a failure: the first bad ones, and the one that is ok again. */
async function recordFailure({ api, watching }: Stage, service: number, start: number, end: number): Promise<void> {
  const at = (time: number, isBad: boolean) => ({
    time,
    checks: watching.sensors.map((sensor, rank) =>
      isBad && rank < 4
        ? buildCheck(sensor, { result: 'error', error_type_id: 201, response_time: 12 })
        : buildCheck(sensor),
    ),
  })
  await storeAnalyses(api.owner, service, watching.sensors, [at(start - minute, true), at(start, true), at(end, false)])
}

interface EscalationPosition {
  readonly step: number | undefined
  readonly status: string
  readonly sent: number
  readonly next: number | null
}

const climb = ({ api }: Stage, occurrence: number, { step, status, sent, next }: EscalationPosition) =>
  api.owner.query(sql`insert into escalation_status (occurrence_id, escalation_id, service_id, event_id, owner_id, status, sent, next_time)
select o.id, ${step}, o.service_id, o.event_id, o.owner_id, ${status}, ${sent}, ${next === null ? null : new Date(next)} from occurrence o where o.id = ${occurrence}`)

interface SeededNotification {
  readonly who: 'anna' | 'piotr' | 'marek' | null
  readonly by: 'email' | 'sms'
  readonly step: number | undefined
  readonly at: number
  readonly repeat?: number
  readonly end?: true
  /** Why the message was suppressed. */
  readonly because?: string
  /** The time of a failed first attempt. */
  readonly retried?: number
  readonly refused?: true
}

/** Writes messages about an alert like the notifier. */
function teller({ api, account, tellers }: Stage, occurrence: number, service: number, name: string) {
  return async ({
    who,
    by,
    step,
    at,
    repeat = 0,
    end,
    because,
    retried,
    refused,
  }: SeededNotification): Promise<void> => {
    const isText = by === 'sms'
    const answer = isText ? 'accepted, id 8f21c0' : '250 2.0.0 Ok: queued as 4XkQ2m1Zz'
    const attempts = [
      ...(retried ? [{ time: new Date(retried), outcome: 'temporary', answer: '503 Service Unavailable' }] : []),
      refused
        ? { time: new Date(at), outcome: 'permanent', answer: 'number not in service' }
        : { time: new Date(at), outcome: 'sent', answer },
    ]
    const text = end
      ? `${name} znowu działa.`
      : `${name} nie działa.\nZobacz: https://wachta.example.com/events/${occurrence}`
    const [event] = await api.owner.query(
      sql<{ event_id: number | null }>`select event_id from occurrence where id = ${occurrence}`,
    )
    await addNotification(api.owner, account, {
      style: who ? 'c' : 'o',
      kind: end ? 'end' : 'start',
      repeat_number: repeat,
      occurrence_id: occurrence,
      service_id: service,
      event_id: event?.event_id ?? null,
      escalation_id: step || null,
      contact_id: who ? tellers.contacts[who] : null,
      address_id: who ? tellers.addresses[`${who}.${by}`] : 1,
      channel_id: by,
      address: isText ? '+48 600 100 200' : who ? `${who}@example.com` : 'dyzur@example.com',
      language_id: 'pl',
      subject: because || isText ? '' : end ? `Działa: ${name}` : `Awaria: ${name}`,
      content: because ? '' : text,
      status: because ? 'suppressed' : refused ? 'failed' : 'sent',
      reason: because ?? (refused ? 'refused' : null),
      created_at: new Date(retried ?? at),
      sent_at: because || refused ? null : new Date(at),
      attempts: JSON.stringify(because ? [] : attempts),
    })
  }
}
