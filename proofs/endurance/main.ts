import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DiscardPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { computeStreamLimits, defaultStreamLimits, getCellStreams } from '@wachta/bus'
import { buildVariables } from '@wachta/operate/src/single-node/variables.ts'
import { judge } from './oracle.ts'
import { type Flooder, openRig, type Rig } from './rig.ts'
import { resultsPerMessage } from './sensors.ts'

const warmUpMinutes = 20
const timeoutMs = 60_000
const minutesPerHour = 60
/** A minute of results of the other sensors is replayed in this time, four times faster than real time. */
const floodSeconds = 15
/** The sensors that flood: one after the other, then together. */
const floodRounds = [
  [[4, 'public']],
  [[5, 'private']],
  [
    [4, 'public'],
    [5, 'private'],
  ],
] as const
/** The guard reports floods every ten seconds. */
const cutOffWaitMs = 20_000
/** The maximum delay of the results of other sensors during a flood. */
const maxLagMs = 2_000

interface Plan {
  readonly minutes: number
  readonly store_bytes: number
  readonly broken: Break | undefined
}

type Break = 'retention' | 'guard'
const breaks: readonly Break[] = ['retention', 'guard']

/**
 * npm run prove -- endurance --hours 48 [--break retention|guard] [--store-share 1] [--no-flood]: replays hours of
 * 2,000 services and three sensors through the streams of a single-node installation, minute by minute as fast as they
 * are read. Then sensors flood. With --break guard, nothing limits what a sensor sends. --hours 0 runs only the floods.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      hours: { type: 'string', default: '48' },
      break: { type: 'string' },
      'store-share': { type: 'string', default: '1' },
      'no-flood': { type: 'boolean', default: false },
    },
  })
  const broken = breaks.find((each) => each === values.break)
  if (values.break !== undefined && broken === undefined) throw new Error(`--break takes ${breaks.join(', ')}`)
  const [hours, storeShare] = [Number(values.hours), Number(values['store-share'])]
  // Otherwise nothing would be replayed, and the proof would pass.
  if (!(hours >= 0)) throw new RangeError(`--hours takes a number of hours, not ${values.hours}`)
  if (!(storeShare > 0))
    throw new RangeError(`--store-share takes a share of the storage, not ${values['store-share']}`)
  const store_bytes = Math.floor(computeInstalledBytes() * storeShare)
  const plan = { minutes: hours * minutesPerHour, store_bytes, broken }
  const isWithoutFlood = broken === 'retention' || values['no-flood']
  const { refused, falseUnknown, wrong, bytes, late, uncut } = await play(plan, isWithoutFlood)
  console.log(
    `endurance: ${hours} hours, ${refused} refused, ${falseUnknown} false unknown, ${Math.ceil(bytes / 1e6)} max store MB, ${late} late under floods, ${uncut} floods not cut off`,
  )
  return refused + falseUnknown + wrong + late + uncut === 0 ? 0 : 1
}

async function play(plan: Plan, isWithoutFlood: boolean): Promise<EnduranceResult & FloodResult> {
  await using rig = await openRig()
  await begin(rig, plan)
  const enduranceResult = await endure(rig, plan)
  const floodResult = isWithoutFlood ? { late: 0, uncut: 0 } : await runFloods(rig, plan)
  return { ...enduranceResult, ...floodResult }
}

/** Returns the storage of the broker in a single-node installation. */
function computeInstalledBytes(): number {
  const file = { ports: { postgres: 1, nats: 2, mail: 3 }, database_password: 'x' } as Parameters<
    typeof buildVariables
  >[0]['file']
  const { variables } = buildVariables({ directory: '/box', file, fileVariables: {}, processVariables: {} })
  return Number(variables['NATS_STORE_BYTES'])
}

/** Replays the first minutes to measure the speed, and divides all retention times by it. */
async function begin(rig: Rig, { store_bytes, broken }: Plan): Promise<void> {
  const limits = computeStreamLimits(store_bytes)
  await rig.applyLimits(limits)
  await rig.startAnalyst(1_000)
  const began = performance.now()
  for (let minute = 0; minute < warmUpMinutes; minute += 1)
    if (!(await rig.replay(minute, timeoutMs))) throw new Error('the first minutes were not processed in time')
  const factor = Math.round((warmUpMinutes * 60_000) / (performance.now() - began))
  const { resultMs, privateResultMs, artifactMs, duplicateMs } = defaultStreamLimits
  const scaledLimits = {
    resultMs: Math.ceil(resultMs / factor),
    privateResultMs: Math.ceil(privateResultMs / factor),
    artifactMs: Math.ceil(artifactMs / factor),
    duplicateMs: Math.max(100, Math.ceil(duplicateMs / factor)),
  }
  await rig.applyLimits({ ...limits, ...scaledLimits })
  if (broken === 'retention') await breakRetention(rig, store_bytes, factor)
  console.log(
    `a minute takes ${Math.round(60_000 / factor)} ms: factor ${factor}; results are kept ${scaledLimits.resultMs} ms, those of private sensors ${scaledLimits.privateResultMs} ms, duplicates known for ${scaledLimits.duplicateMs} ms; the broker has ${Math.floor(store_bytes / 1e6)} MB; ${resultsPerMessage} results per message`,
  )
}

/** Restores the former retention: read messages stay for a day, and a full stream rejects new ones. */
async function breakRetention({ bus }: Rig, store_bytes: number, factor: number): Promise<void> {
  await bus.manager.streams.update(getCellStreams(bus.cell).results('live'), {
    discard: DiscardPolicy.New,
    max_bytes: Math.floor((store_bytes * 2) / 7),
    max_age: nanos(Math.ceil(86_400_000 / factor)),
  })
}

interface EnduranceResult {
  readonly refused: number
  readonly falseUnknown: number
  readonly wrong: number
  readonly bytes: number
}

async function endure(rig: Rig, { minutes }: Plan): Promise<EnduranceResult> {
  const end = warmUpMinutes + minutes
  let [falseUnknown, wrong, bytes, judgedUntil] = [0, 0, 0, 0]
  const judgeUntil = async (minute: number) => {
    const passed = Array.from({ length: minute - judgedUntil }, (_, index) => judgedUntil + index)
    const judgement = judge(passed, await rig.loadMinutes(judgedUntil, minute))
    judgedUntil = minute
    falseUnknown += judgement.falseUnknown
    wrong += judgement.wrong
    bytes = Math.max(bytes, await rig.readStoreBytes())
    const hours = (minute - warmUpMinutes) / minutesPerHour
    console.log(
      `hour ${hours.toFixed(1)}: ${rig.sensors.published} messages, ${rig.sensors.refused} refused, ${falseUnknown} false unknown, ${wrong} wrong, ${Math.ceil(bytes / 1e6)} MB`,
    )
  }
  for (let minute = warmUpMinutes; minute < end; minute += 1) {
    const isProcessed = await rig.replay(minute, timeoutMs / 4)
    const isLost = !isProcessed || rig.sensors.refused > 0
    if (isLost) await rig.expire(minute)
    if (isLost || (minute + 1) % minutesPerHour === 0 || minute + 1 === end) await judgeUntil(minute + 1)
    else if (minute % 10 === 0) bytes = Math.max(bytes, await rig.readStoreBytes())
    if (isLost) break
  }
  return { refused: rig.sensors.refused, falseUnknown, wrong, bytes }
}

interface FloodResult {
  /** Seconds in which results of other sensors were late, and minutes with missing or wrong results. */
  readonly late: number
  /** Private sensors that kept their credentials, and public sensors that lost theirs. */
  readonly uncut: number
}

/** Lets sensors flood while the other sensors continue in real time. */
async function runFloods(rig: Rig, { minutes, broken }: Plan): Promise<FloodResult> {
  // With a clock a thousand times as fast, the limit of a sensor is a thousand times as high: in real time there is
  // none.
  await rig.startAnalyst(broken === 'guard' ? 1_000 : 1)
  const from = minutes + warmUpMinutes
  let [late, uncut] = [0, 0]
  for (const [index, flooding] of floodRounds.entries()) {
    const flooders = await Promise.all(flooding.map(([sensor_id, scope]) => rig.startFlooder(sensor_id, scope)))
    const lags = await passInRealTime(rig, from + index)
    for (const [flooderIndex, flooder] of flooders.entries()) {
      // A public sensor is the operator's own, and is not cut off.
      const isPrivate = flooding[flooderIndex]?.[1] === 'private'
      if ((await isCutOff(flooder, isPrivate)) !== isPrivate) uncut += 1
    }
    const sent = await Promise.all(flooders.map((flooder) => flooder.stop()))
    late += lags.filter((lag) => lag > maxLagMs).length
    console.log(
      `${flooding.map(([, scope]) => scope).join(' and ')}: ${sent.join(' and ')} messages: the latest result of another sensor was committed after ${Math.ceil(Math.max(...lags))} ms`,
    )
  }
  const passed = floodRounds.map((_, index) => from + index)
  const { falseUnknown, wrong } = judge(passed, await rig.loadMinutes(from, from + passed.length))
  if (falseUnknown + wrong > 0) console.log(`while sensors flood: ${falseUnknown} false unknown, ${wrong} wrong`)
  return { late: late + falseUnknown + wrong, uncut }
}

/**
 * Replays a minute of the other sensors in parts; returns the milliseconds that each took, infinity if its results were
 * not stored.
 */
async function passInRealTime(rig: Rig, minute: number): Promise<number[]> {
  const lags: number[] = []
  for (let second = 0; second < floodSeconds; second += 1) {
    const began = performance.now()
    const isProcessed = await rig.replay(minute, timeoutMs / 4, [second, floodSeconds])
    lags.push(isProcessed ? performance.now() - began : Number.POSITIVE_INFINITY)
    await wait(Math.max(0, 1_000 - (performance.now() - began)))
  }
  return lags
}

async function isCutOff(flooder: Flooder, isExpected: boolean): Promise<boolean> {
  const until = performance.now() + cutOffWaitMs
  while (isExpected && !(await flooder.isRevoked()) && performance.now() < until) await wait(500)
  return flooder.isRevoked()
}
