import type { Database } from '@wachta/database'
import { dayMs, minuteMs, type PackedCheck } from '@wachta/domain'
import type { ReportOrder } from '@wachta/report'
import { addPackage } from '@wachta/testing/api/accounts'
import {
  addMonitoringRevision,
  addSensors,
  addStatusChanges,
  buildCheck,
  storeAnalyses,
} from '@wachta/testing/api/history'
import { addGroup, addHolder, addServices } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

export const monthStart = Date.UTC(2026, 1, 1)
export const days = 30
const sensorCount = 5

/** Records thirty days of services that are checked every minute by five sensors. */
export async function recordMonth(db: Database, services: number) {
  await addPackage(db)
  const owner = await addHolder(db)
  const ids = await addServices(db, await addGroup(db, owner), services)
  const sensors = await addSensors(db, sensorCount)
  await db.query(sql`update service set created_at = ${new Date(monthStart)}`)
  for (const [serviceIndex, id] of ids.entries()) {
    await addMonitoringRevision(db, id, sensors, new Date(monthStart))
    await addStatusChanges(db, id, [{ status: 'ok', start: new Date(monthStart), end: null }])
    const random = createRandom(serviceIndex + 1)
    const analyses = Array.from({ length: days * 1440 }, (_, index) => ({
      time: monthStart + index * minuteMs + serviceIndex * 1_733,
      checks: sensors.map((sensor, sensorIndex) => makeCheck(sensor, { sensorIndex, serviceIndex, random })),
    }))
    await storeAnalyses(db, id, sensors, analyses)
  }
  return { owner, ids, checks: services * days * 1440 * sensorCount }
}

interface CheckPosition {
  readonly sensorIndex: number
  readonly serviceIndex: number
  readonly random: () => number
}

/** Makes a check with realistic times: a typical one per sensor, noise, and a long tail. One check in 500 fails. */
function makeCheck(sensor: number, { sensorIndex, serviceIndex, random }: CheckPosition): PackedCheck {
  const noise = (scale: number) => Math.round(Math.abs(random() + random() + random() - 1.5) * scale)
  const started = 400 + sensorIndex * 1_900 + noise(60)
  if (random() < 0.002) return buildCheck(sensor, { result: 'error', error_type_id: 7, response_time: null, started })
  const [lookup, connect] = [2 + noise(4), 10 + sensorIndex * 7 + noise(8)]
  const tls = connect * 2 + noise(10)
  const first_byte = 60 + serviceIndex * 9 + noise(50) + (random() < 0.05 ? noise(900) : 0)
  const response_time = lookup + connect + tls + first_byte + noise(20)
  const data_size = 15_000 + serviceIndex * 37 + (random() < 0.3 ? 4 : 0)
  return buildCheck(sensor, { started, response_time, data_size, timings: { lookup, connect, tls, first_byte } })
}

/** A sequence of numbers from 0 to 1 that is the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Orders a report in a zone in which days do not begin on a full hour of UTC, so that it needs 5-minute rollups. */
export const orderReport = (owner: number, service: number): ReportOrder => ({
  id: 1,
  owner_id: owner,
  template_id: 1,
  from: monthStart,
  to: monthStart + days * dayMs,
  template: {
    name: 'Month',
    title: '',
    introduction: '',
    email_subject: '',
    email_body: '',
    language_id: 'en',
    time_zone_id: 'asia_kolkata',
    section_ids: [],
    attachment_type_ids: ['analyses_csv', 'checks_csv'],
    scope: { all_services: false, group_ids: [], service_ids: [service] },
    tags: [],
    archived_services: false,
    accounting_method: { unknown: true, paused: true, suspended: true, corrected: true, business_hours: [] },
    service_level_target: null,
    recipients: [],
    delivery: 'link',
  },
})
