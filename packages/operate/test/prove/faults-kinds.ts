import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from './faults-random.ts'
import type { Rig } from './faults-rig.ts'
import { emptied } from './faults-servers.ts'

/** Something that goes wrong. It is over when whatever supervises the installation has done its part. */
export interface Fault {
  readonly name: string
  /** Whether it takes the broker away, and with it what is on its way. */
  readonly isOfBroker: boolean
  inflict(rig: Rig, random: Random): Promise<void>
}

/** The lease of an analyst lasts 10 s. */
const lease_ms = 10_000

/** Long enough for every sensor to say something. */
const unread_ms = 2_500

const onProcesses: Readonly<Record<string, Fault['inflict']>> = {
  'kill a sensor': ({ sensors }, random) => pickOf(sensors, random).process.kill(random.between(0, 4_000)),
  'kill the planner': ({ planner }, random) => planner.kill(random.between(0, 4_000)),
  'kill an analyst': ({ analysts }, random) => random.pick(analysts).kill(random.between(0, 8_000)),
  'kill all analysts': async ({ analysts }, random) => {
    const down = random.between(1_000, 10_000)
    await Promise.all(analysts.map((analyst) => analyst.kill(down)))
  },
  'pause an analyst beyond its lease': async ({ analysts }, random) => {
    const analyst = random.pick(analysts)
    analyst.signal('SIGSTOP')
    await wait(lease_ms + random.between(500, 3_000))
    analyst.signal('SIGCONT')
  },
  'kill postgres': ({ postgres }, random) => postgres.crash(random.between(0, 4_000)),
  'stall the way of a sensor': async ({ sensors }, random) => {
    const { way } = pickOf(sensors, random)
    way.become('stalled')
    await wait(random.between(1_000, 9_000))
    way.become('open')
  },
  'cut the way of a sensor': async ({ sensors }, random) => {
    const { way } = pickOf(sensors, random)
    way.become('cut')
    await wait(random.between(1_000, 9_000))
    way.become('open')
  },
}

const onBroker: Readonly<Record<string, Fault['inflict']>> = {
  'kill nats': ({ nats }, random) => nats.crash(random.between(0, 4_000)),
  // With nobody there to read, so that something is lost for certain.
  'delete all that nats stores, unread': async ({ nats, analysts }, random) => {
    const down = random.between(0, 2_000)
    const away = analysts.map((analyst) => analyst.kill(2 * unread_ms))
    await wait(unread_ms)
    await nats.crash(down, emptied)
    await Promise.all(away)
  },
}

const named = (faults: Readonly<Record<string, Fault['inflict']>>, isOfBroker: boolean): Fault[] =>
  Object.entries(faults).map(([name, inflict]) => ({ name, inflict, isOfBroker }))

const faults = [...named(onProcesses, false), ...named(onBroker, true)]

/** So many faults in a random order. Every kind comes before any comes again. */
export function drawFaults(rounds: number, random: Random): Fault[] {
  const drawn: Fault[] = []
  let left: Fault[] = []
  while (drawn.length < rounds) {
    if (left.length === 0) left = [...faults]
    const [fault] = left.splice(Math.floor(random.between(0, left.length)), 1)
    if (fault) drawn.push(fault)
  }
  return drawn
}

function pickOf<T>(choices: readonly T[], random: Random): T {
  const [first, ...rest] = choices
  if (first === undefined) throw new RangeError('nothing to choose from')
  return random.pick([first, ...rest])
}
