import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, pickFrom } from './fault.ts'
import { analysesFlow, assignmentsAreBack, resultsFlow, resultsFlowElsewhere } from './recoveries.ts'
import { deleteStore } from './servers.ts'
import { eventually } from './settle.ts'

/** Long enough for a message from every sensor. */
const unreadMs = 2_500
const minute = 60_000
/** Results accepted this soon after the kill do not count as recovery: the killed broker may have accepted them. */
const killGraceMs = 200

const createKillFault = (name: string, inflict: Fault['inject']): Fault => ({
  id: 'F1',
  name: `kill ${name}`,
  inject: inflict,
})

export const killFaults: readonly Fault[] = [
  createKillFault('the api', ({ api }, random) => api.kill(random.between(0, 3_000))),
  createKillFault('a notifier', ({ notifiers }, random) => random.pick(notifiers).kill(random.between(0, 3_000))),
  createKillFault('a sensor', ({ sensors }, random) =>
    pickFrom(sensors, random).process.kill(random.between(0, 4_000)),
  ),
  createKillFault('the planner', ({ planner }, random) => planner.kill(random.between(0, 4_000))),
  createKillFault('an analyst', ({ analysts }, random) => random.pick(analysts).kill(random.between(0, 5_000))),
  createKillFault('all notifiers and analysts', async ({ notifiers, analysts }, random) => {
    const down = random.between(1_000, 5_000)
    await Promise.all([...notifiers, ...analysts].map((each) => each.kill(down)))
  }),
]

export const killNats: Fault = {
  id: 'F2',
  name: 'kill nats',
  affectsBroker: true,
  recovery: resultsFlow,
  inject: ({ nats }, random) => nats.crash(random.between(0, 4_000)),
}

export const killOneOfThree: Fault = {
  id: 'F3',
  name: 'kill one of three brokers',
  affectsBroker: true,
  isLong: true,
  recovery: resultsFlowElsewhere,
  // The process returns only when the others have worked without it for a while.
  inject: async (rig, random) => {
    const since = Date.now()
    const crash = pickFrom(rig.brokers, random).crash(random.between(12_000, 18_000))
    const stall = await eventually(minute, () => resultsFlowElsewhere.hasRecovered(rig, since + killGraceMs), 50)
    await crash
    return stall
  },
}

export const killPostgres: readonly Fault[] = [
  {
    id: 'F4',
    name: 'kill postgres',
    recovery: analysesFlow,
    inject: ({ postgres }, random) => postgres.crash(random.between(0, 4_000)),
  },
  {
    id: 'F4',
    name: 'kill a backend of postgres',
    recovery: analysesFlow,
    // If one backend crashes, PostgreSQL ends all of them and restarts itself.
    inject: ({ postgres }, random) => postgres.crashBackend(random),
  },
]

export const emptyNats: Fault = {
  id: 'F6',
  name: 'delete all that nats stores, unread',
  affectsBroker: true,
  recovery: assignmentsAreBack,
  // Without a running reader, so that messages are certainly lost.
  inject: async ({ nats, analysts }, random) => {
    const down = random.between(0, 2_000)
    const kills = analysts.map((analyst) => analyst.kill(2 * unreadMs))
    await wait(unreadMs)
    await nats.crash(down, deleteStore)
    await Promise.all(kills)
  },
}

const createFreezeFault = (name: string, minMs: number, maxMs: number): Fault => ({
  id: 'F10',
  name: `freeze an analyst ${name}`,
  isLong: maxMs >= minute,
  inject: async ({ analysts }, random) => {
    const analyst = random.pick(analysts)
    analyst.signal('SIGSTOP')
    await wait(random.between(minMs, maxMs))
    analyst.signal('SIGCONT')
  },
})

/** The lease of an analyst lasts 10 s. */
export const freezeFaults: readonly Fault[] = [
  createFreezeFault('for less than its lease', 5_000, 9_000),
  createFreezeFault('beyond its lease', 11_000, 20_000),
  createFreezeFault('for up to two minutes', 60_000, 120_000),
]
