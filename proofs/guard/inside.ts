import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allowPublicOnly } from '@wachta/checks'
import { listForbiddenForms, listForbiddenTargets } from './forms.ts'
import { naive } from './naive.ts'
import { createCarelessWay, createRedirectWay, listWays, type Way } from './ways.ts'
import { isForbidden, startWorld, type World } from './world.ts'

/** What one part of the proof counted. */
export interface GuardCounts {
  readonly forms: number
  readonly checks: number
  readonly rejected: number
  readonly connections: number
  readonly forbidden: number
  /** Connection attempts that no listener saw. */
  readonly unseen: number
  readonly examples: readonly string[]
}

export interface GuardReport {
  readonly ways: readonly string[]
  readonly forms: GuardCounts
  readonly redirects: GuardCounts
  readonly rounds: GuardCounts
}

/** The number of concurrent checks. */
const concurrency = 24

/** Runs in a network namespace, see `runInNamespace`, and prints its report. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10000' },
      // Whether to try every form in every way, instead of one way each in turn.
      thorough: { type: 'boolean', default: false },
      // The control: `naive`, a list of the usual ranges, or `careless`, a guard that looks a name up separately.
      plant: { type: 'string', default: 'none' },
    },
  })
  const world = await startWorld()
  const guard = values.plant === 'naive' ? naive : allowPublicOnly
  const ways = listWays(guard, world.port)
  // A few forms are enough to find a faulty guard, and every connection takes time.
  const forms = listForbiddenForms().filter((_, index) => values.plant === 'none' || index % 20 === 0)
  const attempts = forms
    .flatMap((form, index) => (values.thorough ? ways : [pickWay(ways, index)]).map((way) => ({ form, way })))
    .filter(({ form, way }) => !way.isBlind || !isAmbiguous(form))
  const rounds = Array.from({ length: Number(values.rounds) }, (_, index) => {
    const way = pickWay(values.plant === 'careless' ? [createCarelessWay(guard, world.port)] : ways, index)
    return { form: `name-${index}.${way.isBlind ? 'dark' : index % 4 === 3 ? 'both' : 'turns'}.test`, way }
  })
  const redirects = ['301', '302', '303', '307', '308', 'meta', 'refresh']
    .map((how) => createRedirectWay(how, guard))
    .flatMap((way) => listForbiddenTargets().map((form) => ({ form, way })))
  const report: GuardReport = {
    ways: ways.map(({ name }) => name),
    forms: await countArrivals(world, attempts),
    redirects: await countArrivals(world, redirects),
    rounds: await countArrivals(world, rounds),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))
}

const pickWay = (ways: readonly Way[], index: number): Way =>
  ways[index % ways.length] ?? createCarelessWay(() => false, 0)

/** Some parsers read 010.1.2.3 as 8.1.2.3, which is public and may be reached. */
function isAmbiguous(form: string): boolean {
  const host = URL.parse(`http://${form}`)?.hostname ?? ''
  return isIP(host) !== 0 && !isForbidden(host)
}

async function countArrivals(world: World, attempts: readonly { form: string; way: Way }[]): Promise<GuardCounts> {
  const before = {
    arrivals: world.arrivals.length,
    attempts: await world.countAttempts(),
    echoes: await world.countEchoes(),
  }
  const counts = { next: 0, refused: 0 }
  const worker = async () => {
    for (let each = attempts[counts.next++]; each !== undefined; each = attempts[counts.next++]) {
      if (each.way.isRejected(each.form)) counts.refused += 1
      await each.way.send(each.form)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await wait(300)
  const arrivals = world.arrivals.slice(before.arrivals)
  const forbidden = arrivals.filter(({ address, protocol }) => protocol === 'udp' || isForbidden(address))
  const echoes = (await world.countEchoes()) - before.echoes
  const overTcp = arrivals.filter(({ protocol }) => protocol === 'tcp').length
  return {
    forms: new Set(attempts.map(({ form }) => form)).size,
    checks: attempts.length,
    rejected: counts.refused,
    connections: arrivals.length + echoes,
    forbidden: forbidden.length + echoes,
    unseen: (await world.countAttempts()) - before.attempts - overTcp,
    examples: [...new Set(forbidden.map(({ address, protocol }) => `${protocol} ${address}`))].slice(0, 20),
  }
}

if (import.meta.main) await main()
