import type { Random } from './random.ts'

/**
 * flaky: reports errors that do not exist. uplink: has no connection to the services and to its reference targets.
 * skew: its clock is off. dead: the process has ended. cut: has no connection to the centre. overloaded: cannot keep up
 * with its schedule.
 */
export type TroubleKind = 'flaky' | 'uplink' | 'skew' | 'dead' | 'cut' | 'overloaded'

export interface Trouble {
  readonly kind: TroubleKind
  readonly sensor_id: number
  readonly start: number
  readonly end: number
  /** For uplink: whether the centre can still be reached. */
  readonly isLinked: boolean
  /** For skew, in milliseconds. */
  readonly skew: number
}

export interface Troubles {
  readonly all: readonly Trouble[]
  /** Times in which three of five sensors, or all, are cut off. */
  readonly hardTimes: readonly { readonly start: number; readonly end: number }[]
  /** Whether the sensor is healthy, and has been for long enough, from one time to another. */
  isHealthy(sensor_id: number, from: number, to: number): boolean
  mayInvent(sensor_id: number, from: number, to: number): boolean
}

const second = 1_000
const minute = 60 * second
/** How long a trouble has effects: a sensor whose clock was ahead has already used the next slots. */
const aftermathMs = 150 * second
const skews = [300, 1_000, 3_000, 15_000, 90_000].flatMap((skew) => [skew, -skew])

interface TroublesOptions {
  readonly random: Random
  readonly sensor_ids: readonly number[]
  readonly start: number
  readonly end: number
}

/** At most two sensors are in trouble at any time, except for the times in which three of five, or all, are cut off. */
export function createTroubles({ random, sensor_ids, start, end }: TroublesOptions): Troubles {
  const mass = createMassTroubles(random, { sensor_ids, start, end })
  const all = [...mass]
  for (const lane of [0, 1]) {
    const own = random.fork(lane + 10)
    for (let at = start + own.between(0, 5 * minute); at < end; ) {
      const trouble = pickTrouble(own, own.pick(sensor_ids), at)
      const isFree = all.every(
        (other) => !overlaps(other, trouble) || (other.sensor_id !== trouble.sensor_id && !mass.includes(other)),
      )
      if (isFree) all.push(trouble)
      at = (isFree ? trouble.end + aftermathMs : at) + own.between(20 * second, 5 * minute)
    }
  }
  all.sort((one, other) => one.start - other.start)
  const bySensor = Map.groupBy(all, ({ sensor_id }) => sensor_id)
  const findEffective = (sensor_id: number, from: number, to: number) =>
    (bySensor.get(sensor_id) ?? []).filter((trouble) => trouble.start < to && from < trouble.end + aftermathMs)
  return {
    all,
    hardTimes: [...Map.groupBy(mass, (trouble) => trouble.start).values()].flatMap(([first]) => first ?? []),
    isHealthy: (sensor_id, from, to) => findEffective(sensor_id, from, to).length === 0,
    mayInvent: (sensor_id, from, to) => findEffective(sensor_id, from, to).some(({ kind }) => kind === 'flaky'),
  }
}

const overlaps = (one: Trouble, other: Trouble): boolean =>
  one.start < other.end + aftermathMs && other.start < one.end + aftermathMs

function pickTrouble(random: Random, sensor_id: number, start: number): Trouble {
  const kind = random.pick<TroubleKind>(['flaky', 'uplink', 'skew', 'dead', 'cut', 'cut', 'overloaded'])
  const length = kind === 'cut' ? random.between(5 * second, 60 * minute) : random.between(45 * second, 12 * minute)
  const isLinked = kind !== 'uplink' || random.chance(0.5)
  return { kind, sensor_id, start, end: start + length, isLinked, skew: random.pick(skews) }
}

function createMassTroubles(random: Random, { sensor_ids, start, end }: Omit<TroublesOptions, 'random'>): Trouble[] {
  const own = random.fork(3)
  const troubles: Trouble[] = []
  for (let at = start + own.between(10 * minute, 60 * minute); at < end; at += own.between(40 * minute, 180 * minute)) {
    const length = own.between(minute, 6 * minute)
    const kind = own.pick<TroubleKind>(['cut', 'uplink'])
    const isLinked = own.chance(0.5)
    const share = own.pick([0.6, 1])
    // Whole regions fail at the same time, but do not recover at the same millisecond.
    for (const sensor_id of sensor_ids.slice(0, Math.ceil(sensor_ids.length * share)))
      troubles.push({ kind, sensor_id, start: at, end: at + length + own.between(0, 5 * second), isLinked, skew: 0 })
  }
  return troubles
}
