import type { Random } from '../fuzz/random.ts'
import type { CallerName, Key } from '../fuzz/world.ts'
import { day, type Horizon, hour, minute } from './history.ts'
import type { Write } from './writes.ts'

/** The ids of existing rows, for writes that target the past. */
export interface WriteTargets {
  readonly horizon: Horizon
  readonly services: readonly number[]
  readonly accounts: readonly number[]
  readonly groups: readonly Key[]
  readonly sensors: readonly Key[]
  readonly suspensions: readonly number[]
  readonly weekly: readonly number[]
  readonly corrections: readonly number[]
  readonly changes: readonly { readonly id: number; readonly service: number }[]
}

type Maker = (
  random: Random,
  aims: WriteTargets,
) => Omit<Write, 'operation' | 'family' | 'as'> & { readonly as?: CallerName }

/** Makes a call that tries to change the recorded past. */
export function makeDeliberateWrite(random: Random, aims: WriteTargets): Write {
  const [operation, family, , make] = random.pickWeighted(makers.map((maker) => [maker[2], maker] as const))
  const as = random.pick<CallerName>(['owner', 'owner', 'owner', 'administrator'])
  return { operation, family, as, ...make(random, aims) }
}

const toWireTime = (time: number): string => new Date(time).toISOString()

/** Returns a window that is mostly in the past, sometimes reaches into the future, or begins there. */
function makeWindow({ from, to }: Horizon, random: Random) {
  const start = random.between(from - day, to + 3 * day)
  const length = random.pick([10 * minute, 3 * hour, 2 * day, 30 * day])
  return { start_time: toWireTime(start), end_time: toWireTime(start + random.between(minute, length)) }
}

const makeMinuteOfWeek = (random: Random) => ({
  day_of_week: random.between(1, 7),
  hour: random.between(0, 23),
  minute: random.between(0, 59),
})
const makeWeekly = (random: Random) => ({
  start_minute: makeMinuteOfWeek(random),
  end_minute: makeMinuteOfWeek(random),
})
const makeCorrection = (random: Random, { horizon }: WriteTargets) => ({
  ...makeWindow(horizon, random),
  status: random.pick(['ok', 'failure', 'paused']),
})
const makeNotificationFlag = (random: Random) => ({ only_notifications: random.chance(0.3) })
const zones = ['utc', 'asia_tokyo', 'america_new_york', 'europe_warsaw', 'pacific_auckland', 'asia_kolkata']

const pick = <T extends Key>(items: readonly T[], random: Random): Key => (items.length > 0 ? random.pick(items) : 0)
const pickSeveral = (items: readonly Key[], random: Random): Key[] => [
  ...new Set([0, 1, 2].slice(0, random.between(1, 3)).map(() => pick(items, random))),
]

const post =
  (path: string, body: (random: Random, aims: WriteTargets) => object): Maker =>
  (random, aims) => ({ method: 'POST', path, body: body(random, aims) })
const put =
  (
    path: string,
    ids: (aims: WriteTargets) => readonly Key[],
    body: (random: Random, aims: WriteTargets) => object,
  ): Maker =>
  (random, aims) => ({ method: 'PUT', path: `${path}/${pick(ids(aims), random)}`, body: body(random, aims) })
const remove =
  (path: string, ids: (aims: WriteTargets) => readonly Key[]): Maker =>
  (random, aims) => ({ method: 'DELETE', path: `${path}/${pick(ids(aims), random)}` })
const act =
  (action: string): Maker =>
  (random, { services }) => ({ method: 'POST', path: `/services/${pick(services, random)}/${action}` })

const createReconfiguration = (random: Random, { groups, sensors }: WriteTargets): object =>
  random.pick([
    { is_active: random.chance(0.5) },
    { interval: random.pick([60, 300, 3600]) },
    { extended_settings: { error_tolerance: random.pick([0, 30, 51, 100]) } },
    { sensor_ids: random.pick([null, pickSeveral(sensors, random)]) },
    { group_id: pick(groups, random) },
    { name: `Service ${random.below(1000)}`, is_active: true },
  ])

const pickServices = (random: Random, { services }: WriteTargets) => ({ service_ids: pickSeveral(services, random) })

const makers: readonly (readonly [operation: string, family: string, weight: number, make: Maker])[] = [
  [
    'create_suspension',
    'suspensions',
    8,
    post('/suspensions', (random, aims) => ({
      service_id: pick(aims.services, random),
      ...makeWindow(aims.horizon, random),
      ...makeNotificationFlag(random),
    })),
  ],
  [
    'update_suspension',
    'suspensions',
    8,
    put(
      '/suspensions',
      (aims) => aims.suspensions,
      (random, aims) => ({
        ...makeWindow(aims.horizon, random),
        ...makeNotificationFlag(random),
      }),
    ),
  ],
  ['delete_suspension', 'suspensions', 5, remove('/suspensions', (aims) => aims.suspensions)],
  [
    'bulk_create_suspensions',
    'suspensions',
    3,
    post('/suspensions/bulk_create', (random, aims) => ({
      ...pickServices(random, aims),
      ...makeWindow(aims.horizon, random),
      ...makeNotificationFlag(random),
    })),
  ],
  [
    'bulk_delete_suspensions',
    'suspensions',
    2,
    post('/suspensions/bulk_delete', (random, aims) => ({ ids: pickSeveral(aims.suspensions, random) })),
  ],
  [
    'bulk_create_scheduled_suspensions',
    'service_suspensions',
    2,
    post('/scheduled_suspensions/bulk_create', (random, aims) => ({
      ...pickServices(random, aims),
      ...makeWindow(aims.horizon, random),
    })),
  ],
  [
    'update_scheduled_suspension',
    'service_suspensions',
    2,
    put(
      '/scheduled_suspensions',
      (aims) => aims.suspensions,
      (random, aims) => makeWindow(aims.horizon, random),
    ),
  ],
  [
    'delete_scheduled_suspension',
    'service_suspensions',
    1,
    remove('/scheduled_suspensions', (aims) => aims.suspensions),
  ],
  [
    'create_weekly_suspension',
    'suspensions',
    6,
    post('/weekly_suspensions', (random, aims) => ({
      service_id: pick(aims.services, random),
      ...makeWeekly(random),
      ...makeNotificationFlag(random),
    })),
  ],
  [
    'update_weekly_suspension',
    'suspensions',
    6,
    put(
      '/weekly_suspensions',
      (aims) => aims.weekly,
      (random) => ({ ...makeWeekly(random), ...makeNotificationFlag(random) }),
    ),
  ],
  ['delete_weekly_suspension', 'suspensions', 5, remove('/weekly_suspensions', (aims) => aims.weekly)],
  [
    'update_account',
    'accounts',
    6,
    put(
      '/accounts',
      (aims) => aims.accounts,
      (random) => ({ time_zone_id: random.pick(zones), language_id: random.pick(['pl', 'en']) }),
    ),
  ],
  ['update_service', 'services', 8, put('/services', (aims) => aims.services, createReconfiguration)],
  ['archive_service', 'services', 2, act('archive')],
  ['restore_service', 'services', 2, act('restore')],
  ['force_analysis', 'services', 1, act('force_analysis')],
  [
    'bulk_pause_services',
    'services',
    2,
    post('/services/bulk_pause', (random, aims) => ({ ids: pickSeveral(aims.services, random) })),
  ],
  [
    'bulk_activate_services',
    'services',
    2,
    post('/services/bulk_activate', (random, aims) => ({ ids: pickSeveral(aims.services, random) })),
  ],
  [
    'bulk_tag_services',
    'services',
    1,
    post('/services/bulk_tag', (random, aims) => ({ ids: pickSeveral(aims.services, random), add: ['New'] })),
  ],
  [
    'bulk_change_group',
    'services',
    2,
    post('/services/bulk_change_group', (random, aims) => ({
      ...pickServices(random, aims),
      group_id: pick(aims.groups, random),
    })),
  ],
  ['delete_service', 'services', 0.4, remove('/services', (aims) => aims.services)],
  [
    'create_correction',
    'corrections',
    3,
    post('/corrections', (random, aims) => ({
      service_id: pick(aims.services, random),
      ...makeCorrection(random, aims),
    })),
  ],
  ['update_correction', 'corrections', 3, put('/corrections', (aims) => aims.corrections, makeCorrection)],
  ['delete_correction', 'corrections', 4, remove('/corrections', (aims) => aims.corrections)],
  [
    'bulk_create_corrections',
    'corrections',
    1,
    post('/corrections/bulk_create', (random, aims) => ({
      ...pickServices(random, aims),
      ...makeCorrection(random, aims),
    })),
  ],
  [
    'update_status_change',
    'history',
    2,
    (random, { changes }) => {
      const { id, service } = changes.length > 0 ? random.pick(changes) : { id: 0, service: 0 }
      return {
        method: 'PUT',
        path: `/services/${service}/history/status_changes/${id}`,
        body: { description: 'It was not us' },
      }
    },
  ],
  [
    'update_group',
    'groups',
    2,
    put(
      '/groups',
      (aims) => aims.groups,
      (random, aims) => ({ assigned_sensor_ids: { default: pickSeveral(aims.sensors, random) } }),
    ),
  ],
  [
    'update_sensor',
    'sensors',
    1,
    put(
      '/sensors',
      (aims) => aims.sensors,
      (random) => ({ is_active: random.chance(0.5) }),
    ),
  ],
  [
    'block_account',
    'accounts',
    0.5,
    (random, { accounts }) => ({
      method: 'POST',
      path: `/accounts/${pick(accounts, random)}/block`,
      as: 'administrator',
    }),
  ],
  [
    'unblock_account',
    'accounts',
    1,
    (random, { accounts }) => ({
      method: 'POST',
      path: `/accounts/${pick(accounts, random)}/unblock`,
      as: 'administrator',
    }),
  ],
]
