import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { publicOnly } from '@wachta/checks'
import { forbiddenForms, forbiddenTargets } from './forms.ts'
import { naive } from './naive.ts'
import { careless, redirectWay, type Way, waysOf } from './ways.ts'
import { isForbidden, startWorld, type World } from './world.ts'

/** What one part of the proof counted. */
export interface GuardCounts {
  readonly forms: number
  readonly checks: number
  readonly refused: number
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
const lanes = 24

/** Runs in a network namespace, see `runInNamespace`, and prints its report. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10000' },
      // Whether to try every form in every way, instead of one way each in turn.
      thorough: { type: 'boolean', default: false },
      // The control: `naive`, a list of the usual ranges, or `careless`, a second lookup.
      plant: { type: 'string', default: 'none' },
    },
  })
  const world = await startWorld()
  const guard = values.plant === 'naive' ? naive : publicOnly
  const ways = waysOf(guard, world.port)
  // A guard with a gap is found after few forms, and every connection takes its time.
  const forms = forbiddenForms().filter((_, index) => values.plant === 'none' || index % 20 === 0)
  const tries = forms
    .flatMap((form, index) => (values.thorough ? ways : [pick(ways, index)]).map((way) => ({ form, way })))
    .filter(({ form, way }) => !way.isBlind || !isAmbiguous(form))
  const rounds = Array.from({ length: Number(values.rounds) }, (_, index) => {
    const way = pick(values.plant === 'careless' ? [careless(guard, world.port)] : ways, index)
    return { form: `name-${index}.${way.isBlind ? 'dark' : index % 4 === 3 ? 'both' : 'turns'}.test`, way }
  })
  const redirects = ['301', '302', '303', '307', '308', 'meta', 'refresh']
    .map((how) => redirectWay(how, guard))
    .flatMap((way) => forbiddenTargets().map((form) => ({ form, way })))
  const report: GuardReport = {
    ways: ways.map(({ name }) => name),
    forms: await look(world, tries),
    redirects: await look(world, redirects),
    rounds: await look(world, rounds),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))
}

const pick = (ways: readonly Way[], index: number): Way => ways[index % ways.length] ?? careless(() => false, 0)

/** Some parsers read 010.1.2.3 as 8.1.2.3, which is public and may be reached. */
function isAmbiguous(form: string): boolean {
  const host = URL.parse(`http://${form}`)?.hostname ?? ''
  return isIP(host) !== 0 && !isForbidden(host)
}

async function look(world: World, tries: readonly { form: string; way: Way }[]): Promise<GuardCounts> {
  const before = { arrivals: world.arrivals.length, attempts: await world.attempts(), echoes: await world.echoes() }
  const counts = { next: 0, refused: 0 }
  const lane = async () => {
    for (let each = tries[counts.next++]; each !== undefined; each = tries[counts.next++]) {
      if (each.way.refuses(each.form)) counts.refused += 1
      await each.way.go(each.form)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await wait(300)
  const arrivals = world.arrivals.slice(before.arrivals)
  const forbidden = arrivals.filter(({ address, over }) => over === 'udp' || isForbidden(address))
  const echoes = (await world.echoes()) - before.echoes
  const overTcp = arrivals.filter(({ over }) => over === 'tcp').length
  return {
    forms: new Set(tries.map(({ form }) => form)).size,
    checks: tries.length,
    refused: counts.refused,
    connections: arrivals.length + echoes,
    forbidden: forbidden.length + echoes,
    unseen: (await world.attempts()) - before.attempts - overTcp,
    examples: [...new Set(forbidden.map(({ address, over }) => `${over} ${address}`))].slice(0, 20),
  }
}

if (import.meta.main) await main()
