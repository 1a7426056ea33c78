import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Rig } from './rig.ts'

export interface Outage {
  readonly name: string
  inflict(rig: Rig, random: Random): Promise<unknown>
}

/** The outages around due times: reporters die or freeze, the database crashes, and the network between them breaks. */
export const outages: readonly [Outage, ...Outage[]] = [
  { name: 'kill a reporter', inflict: ({ reporters }, random) => random.pick(reporters).kill(random.between(0, 800)) },
  {
    name: 'kill both reporters',
    inflict: ({ reporters }, random) => Promise.all(reporters.map((each) => each.kill(random.between(0, 1_200)))),
  },
  { name: 'crash the database', inflict: ({ postgres }, random) => postgres.crash(random.between(0, 1_000)) },
  {
    name: 'crash the database and kill a reporter',
    inflict: ({ postgres, reporters }, random) =>
      Promise.all([postgres.crash(random.between(0, 500)), random.pick(reporters).kill(random.between(0, 800))]),
  },
  { name: 'cut off a reporter', inflict: (rig, random) => disturbProxy(rig, random, 'cut') },
  { name: 'stall the network of a reporter', inflict: (rig, random) => disturbProxy(rig, random, 'stalled') },
  {
    name: 'lose the answers of the database',
    inflict: async (rig, random) => {
      const [proxy, reporter] = random.pick([
        [rig.proxies[0], rig.reporters[0]],
        [rig.proxies[1], rig.reporters[1]],
      ])
      proxy.setCondition('silent to the client')
      await wait(random.between(100, 1_000))
      // The reporter does not learn the outcome of its transaction.
      await reporter.kill(0)
      proxy.setCondition('cut')
      proxy.setCondition('open')
    },
  },
  {
    name: 'freeze a reporter',
    inflict: async ({ reporters }, random) => {
      const victim = random.pick(reporters)
      victim.signal('SIGSTOP')
      await wait(random.between(200, 3_000))
      victim.signal('SIGCONT')
    },
  },
]

async function disturbProxy({ proxies }: Rig, random: Random, condition: 'cut' | 'stalled'): Promise<void> {
  const proxy = random.pick(proxies)
  proxy.setCondition(condition)
  await wait(random.between(200, 2_000))
  proxy.setCondition('open')
}
