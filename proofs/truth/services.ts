import { type AssignedRevision, getShardOfService, writeAssignment } from '@wachta/bus'
import {
  buildRevision,
  computeEffectiveFrom,
  endRevisionsAt,
  isSameRevision,
  type Revision,
  type WatchedService,
} from '@wachta/domain'
import type { Agenda } from './agenda.ts'
import type { Host } from './host.ts'
import type { Random } from './random.ts'

/** A service with all its revisions. */
export interface SimulatedService {
  readonly id: number
  readonly group: number
  settings: WatchedService
  /** In order, with the ends that are known by now. */
  revisions: Revision[]
  /** When each revision was made, by the number of the revision. */
  readonly made: Map<number, number>
  /** Assignments that were delivered after the fence: the sensor did not know them in these ranges. */
  readonly slow: { readonly sensor_id: number; readonly from: number; readonly to: number }[]
}

export interface ServicesOptions {
  readonly agenda: Agenda
  readonly random: Random
  readonly hosts: readonly Host[]
  readonly service_ids: readonly number[]
  readonly end: number
  /** The mean time between two changes of a service. */
  readonly changeEvery: number
  readonly hasFence: boolean
  readonly revised: (service: SimulatedService) => Promise<void>
}

const second = 1_000
const fenceMs = 30 * second

/** Creates services whose configuration keeps changing, by the rules of the API. */
export function createServices(options: ServicesOptions): SimulatedService[] {
  const { agenda, random, end, service_ids, hosts } = options
  const sensor_ids = hosts.map(({ sensor_id }) => sensor_id)
  return service_ids.map((id) => {
    const own = random.fork(id)
    const service: SimulatedService = {
      id,
      group: getShardOfService(id),
      settings: createFirstSettings(id, own, sensor_ids),
      ...{ revisions: [], made: new Map(), slow: [] },
    }
    const next = (): void => {
      const pause = service.settings.is_active
        ? own.between(second, 2 * options.changeEvery)
        : own.between(second, 5 * 60 * second)
      const at = agenda.now + pause
      if (at >= end) return
      agenda.schedule(at, () => {
        next()
        service.settings = changeSettings(service.settings, own, sensor_ids)
        return revise(service, options)
      })
    }
    agenda.schedule(agenda.now, () => {
      next()
      return revise(service, options)
    })
    return service
  })
}

/** Returns how long an outage must last to be detected for certain, with the first settings of the service. */
export function getDetectableMs({ settings }: SimulatedService): number {
  const { interval_ms, spread_ms, timeout_ms } = buildRevision(settings)
  return interval_ms + spread_ms + timeout_ms
}

function createFirstSettings(id: number, random: Random, sensor_ids: readonly number[]): WatchedService {
  const isInBrowser = id % browserEvery === 0
  return {
    id,
    type_id: isInBrowser ? random.pick(browserTypes) : id % 3 === 0 ? 'vendor_status' : 'http',
    category_id: isInBrowser ? 'browser' : 'default',
    address: `http://service-${id}.com/`,
    interval: pickInterval(random),
    ...{ is_active: true, is_archived: false, owner_is_open: true },
    extended_settings: { timeout: 1_000 * random.between(5, 11), error_tolerance: pickTolerance(random) },
    sensor_ids: pickSensors(sensor_ids, random),
    group_sensor_ids: [],
  }
}

/** One service in this many is checked in a browser, so a sensor has enough browsers even if all fail at once. */
const browserEvery = 20
const browserTypes = ['fullpage', 'fullpagehttps', 'browser_scenario']
export const simulatedTypes = ['http', 'vendor_status', ...browserTypes]

const pickInterval = (random: Random): number => random.pick([20, 30, 60, 60, 60, 60, 60, 120, 120, 300])
const pickTolerance = (random: Random): number => random.pick([51, 51, 51, 51, 51, 51, 45, 60, 100, 30, 1])

function pickSensors(sensor_ids: readonly number[], random: Random): number[] {
  const count = random.pick([5, 5, 5, 5, 5, 5, 5, 5, 3, 1])
  const left = [...sensor_ids]
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length), 1)[0] ?? 1)
}

function changeSettings(settings: WatchedService, random: Random, sensor_ids: readonly number[]): WatchedService {
  if (!settings.is_active) return { ...settings, is_active: true }
  const { extended_settings } = settings
  const change: () => Partial<WatchedService> = random.pick([
    () => ({ interval: pickInterval(random) }),
    () => ({ sensor_ids: pickSensors(sensor_ids, random) }),
    () => ({ extended_settings: { ...extended_settings, error_tolerance: pickTolerance(random) } }),
    () => ({ extended_settings: { ...extended_settings, timeout: 1_000 * random.between(5, 11) } }),
    () => ({ is_active: false }),
  ])
  return { ...settings, ...change() }
}

async function revise(service: SimulatedService, options: ServicesOptions): Promise<void> {
  const { agenda, hosts } = options
  const now = new Date(agenda.now)
  const before = service.revisions.at(-1) ?? null
  const content = buildRevision(service.settings)
  if (before !== null && isSameRevision(before, content)) return
  const from = options.hasFence ? computeEffectiveFrom(before, content, now) : now
  const revision = service.revisions.length + 1
  service.revisions = [
    ...endRevisionsAt(service.revisions, from),
    { ...content, revision, effective_from: from, effective_to: null },
  ]
  service.made.set(revision, agenda.now)
  await options.revised(service)
  for (const host of hosts) propagate(service, host, options)
}

/** Delivers the assignment to a sensor that checks the service, after a moment, and sometimes later. */
function propagate(service: SimulatedService, host: Host, { agenda, random }: ServicesOptions): void {
  const { sensor_id } = host
  const isConcerned = service.revisions.some(({ sensor_ids }) => sensor_ids.includes(sensor_id))
  if (!isConcerned) return
  const draw = random.next()
  const delay =
    draw < 0.001
      ? random.between(30 * second, 300 * second)
      : draw < 0.011
        ? random.between(5 * second, 20 * second)
        : random.between(50, 400)
  const [from, to] = [agenda.now, agenda.now + delay]
  if (delay >= fenceMs) service.slow.push({ sensor_id, from, to })
  const message = writeAssignment({
    service_id: service.id,
    group: service.group,
    revisions: listAssigned(service, host, from),
  })
  const newest = service.revisions.length
  agenda.schedule(to, () => {
    // Skip this assignment if the sensor already has a newer one.
    const known = newestByHost.get(host)?.get(service.id) ?? 0
    if (known > newest) return
    const ofHost = newestByHost.get(host) ?? new Map<number, number>()
    newestByHost.set(host, ofHost.set(service.id, newest))
    host.assign(service.id, message)
  })
}

const newestByHost = new WeakMap<Host, Map<number, number>>()

function listAssigned({ revisions }: SimulatedService, { sensor_id }: Host, now: number): AssignedRevision[] {
  return revisions
    .filter(({ is_active, sensor_ids }) => is_active && sensor_ids.includes(sensor_id))
    .map(({ error_tolerance: _, effective_from, effective_to, ...content }) => ({
      ...content,
      effective_from: effective_from.getTime(),
      effective_to: effective_to?.getTime() ?? null,
      secrets: null,
    }))
    .filter(
      ({ effective_from, effective_to }) =>
        effective_to === null || (effective_to > now && effective_to > effective_from),
    )
}
