import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, pickOf } from './fault.ts'
import { analysesFlow, assignmentsAreBack, resultsFlow, resultsFlowElsewhere } from './recoveries.ts'
import { deleteStore } from './servers.ts'
import { eventually } from './settle.ts'

/** Long enough for a message from every sensor. */
const unreadMs = 2_500
const minute = 60_000
/** What the broker accepted in the last moments of a process does not count as accepted by the others. */
const killingMs = 200

const kill = (name: string, inflict: Fault['inject']): Fault => ({ id: 'F1', name: `kill ${name}`, inject: inflict })

export const killFaults: readonly Fault[] = [
  kill('the api', ({ api }, random) => api.kill(random.between(0, 3_000))),
  kill('a notifier', ({ notifiers }, random) => random.pick(notifiers).kill(random.between(0, 3_000))),
  kill('a sensor', ({ sensors }, random) => pickOf(sensors, random).process.kill(random.between(0, 4_000))),
  kill('the planner', ({ planner }, random) => planner.kill(random.between(0, 4_000))),
  kill('an analyst', ({ analysts }, random) => random.pick(analysts).kill(random.between(0, 5_000))),
  kill('all notifiers and analysts', async ({ notifiers, analysts }, random) => {
    const down = random.between(1_000, 5_000)
    await Promise.all([...notifiers, ...analysts].map((each) => each.kill(down)))
  }),
]

export const killNats: Fault = {
  id: 'F2',
  name: 'kill nats',
  isOfBroker: true,
  recovery: resultsFlow,
  inject: ({ nats }, random) => nats.crash(random.between(0, 4_000)),
}

export const killOneOfThree: Fault = {
  id: 'F3',
  name: 'kill one of three brokers',
  isOfBroker: true,
  isLong: true,
  recovery: resultsFlowElsewhere,
  // The process returns only when the others have worked without it for a while.
  inject: async (rig, random) => {
    const since = Date.now()
    const crash = pickOf(rig.brokers, random).crash(random.between(12_000, 18_000))
    const stall = await eventually(minute, () => resultsFlowElsewhere.isBack(rig, since + killingMs), 50)
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
  isOfBroker: true,
  recovery: assignmentsAreBack,
  // Without a running reader, so that messages are certainly lost.
  inject: async ({ nats, analysts }, random) => {
    const down = random.between(0, 2_000)
    const away = analysts.map((analyst) => analyst.kill(2 * unreadMs))
    await wait(unreadMs)
    await nats.crash(down, deleteStore)
    await Promise.all(away)
  },
}

const freeze = (name: string, least: number, most: number): Fault => ({
  id: 'F10',
  name: `freeze an analyst ${name}`,
  isLong: most >= minute,
  inject: async ({ analysts }, random) => {
    const analyst = random.pick(analysts)
    analyst.signal('SIGSTOP')
    await wait(random.between(least, most))
    analyst.signal('SIGCONT')
  },
})

/** The lease of an analyst lasts 10 s. */
export const freezeFaults: readonly Fault[] = [
  freeze('for less than its lease', 5_000, 9_000),
  freeze('beyond its lease', 11_000, 20_000),
  freeze('for up to two minutes', 60_000, 120_000),
]
