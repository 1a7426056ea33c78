import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../faults/random.ts'
import { parseRounds } from '../rounds.ts'
import { type Findings, findSlot, formatTime, judge, type Round } from './oracle.ts'
import { openRig, type Rig, readAnalyses } from './rig.ts'
import { type Kind, kinds, playRound } from './rounds.ts'
import { watchStandstills } from './standstills.ts'

/** A rule that is broken on purpose: hosts ignore their shares, or a dead host keeps its buckets. */
export type Break = 'lease' | 'takeover'

export interface Options {
  readonly rounds: number
  readonly seed: number
  /** How long a host holds its share without an answer (15 s in the product); all other times follow from it. */
  readonly leaseMs: number
  readonly broken?: Break | undefined
  /** The ids of the kinds of rounds; all if undefined. */
  readonly only?: readonly string[] | undefined
  readonly say?: (line: string) => void
}

/**
 * npm run prove -- hosts --rounds 50 [--only planner,two]: hosts of one sensor and the planner die, stop, leave and
 * join; no service is checked twice in a slot, and the death of hosts costs each service one slot at most.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '50' },
      lease: { type: 'string', default: '5000' },
      seed: { type: 'string' },
      only: { type: 'string' },
      break: { type: 'string' },
    },
  })
  const { break: broken } = values
  if (broken !== undefined && broken !== 'lease' && broken !== 'takeover')
    throw new RangeError(`--break takes lease or takeover, not ${broken}`)
  const only = values.only?.split(',')
  const rounds = parseRounds(values.rounds)
  const seed = Number(values.seed ?? Date.now() % 2 ** 32)
  const findings = await prove({ rounds, seed, leaseMs: Number(values.lease), broken, only, say: console.log })
  const { slots, unanswered, overloaded, stoodStill } = findings
  console.log(
    `hosts: ${slots} slots, ${unanswered} without an answer, ${overloaded} unknown because the machine was overloaded, ${stoodStill} without an answer while it stood still`,
  )
  console.log(
    `hosts: ${rounds} kills, ${findings.doubles.length} double, ${findings.beyond.length} unknown beyond one interval`,
  )
  return hasPassed(findings) ? 0 : 1
}

/** A run also fails if the machine could not keep up, because it shows nothing about hosts. */
export const hasPassed = ({ slots, doubles, beyond, overloaded, stoodStill }: Findings): boolean =>
  slots > 0 && doubles.length === 0 && beyond.length === 0 && overloaded * 20 < slots && stoodStill * 50 < slots

export async function prove({ say = () => undefined, ...options }: Options): Promise<Findings> {
  const { seed, leaseMs } = options
  const folder = await mkdtemp(join(tmpdir(), 'wachta-hosts-'))
  await mkdir(join(folder, 'objects'))
  say(
    `hosts: seed ${seed}, leases of ${leaseMs / 1000} s in place of 15 s and all other times in proportion, logs in ${folder}`,
  )
  const findings = await playAll(folder, { ...options, say })
  for (const line of [...findings.doubles, ...findings.beyond].slice(0, 40)) say(line)
  if (hasPassed(findings)) await rm(folder, { recursive: true, force: true })
  return findings
}

type Play = Options & Required<Pick<Options, 'say'>>

async function playAll(folder: string, { rounds, seed, leaseMs, broken, only, say }: Play): Promise<Findings> {
  const chosen = chooseKinds(only)
  await using rig = await openRig(folder, { leaseMs, broken })
  const stage = { ...rig, leaseMs, random: createRandom(seed) }
  for (const host of rig.hosts.slice(0, 3)) host.start()
  await waitForChecks(rig)
  // By then the buckets are divided among the hosts.
  await wait(2 * leaseMs)
  using watcher = watchStandstills()
  const [from, played] = [Date.now(), [] as Round[]]
  for (let index = 0; index < rounds; index += 1) {
    const kind = chosen[index % chosen.length]
    if (kind === undefined) break
    const round = await playRound(kind, stage)
    played.push(round)
    say(`${index + 1}. ${formatTime(round.from)} ${round.name}`)
  }
  const to = Date.now()
  await waitForAnalyses(rig, to)
  const standstills = [...watcher.standstills]
  for (const each of standstills)
    say(`the machine stood still for ${each.to - each.from} ms at ${formatTime(each.from)}`)
  for (const line of rig.failures) say(line)
  const { services, target, db } = rig
  const analyses = await readAnalyses(db)
  return judge({ services, arrivals: target.arrivals, analyses, rounds: played, standstills, from, to })
}

function chooseKinds(only: readonly string[] | undefined): readonly Kind[] {
  const unknown = only?.find((id) => !kinds.some((kind) => kind.id === id))
  if (unknown !== undefined) throw new RangeError(`--only takes some of ${kinds.map(({ id }) => id)}, not ${unknown}`)
  return only ? kinds.filter(({ id }) => only.includes(id)) : kinds
}

/** Waits until the last slot of each service is analysed, or for longer than that can take. */
async function waitForAnalyses({ services, db }: Rig, to: number): Promise<void> {
  const end = Date.now() + timeoutMs
  const isAnalysed = async () => {
    const analysed = new Set((await readAnalyses(db)).map(({ service_id, slot }) => `${service_id} ${slot}`))
    return services.every((service) => analysed.has(`${service.service_id} ${findSlot(service, to - 1)}`))
  }
  while (!(await isAnalysed()) && Date.now() < end) await wait(1_000)
}

const timeoutMs = 120_000

async function waitForChecks({ target, services }: Rig): Promise<void> {
  const end = Date.now() + timeoutMs
  while (new Set(target.arrivals.map(({ service_id }) => service_id)).size < services.length) {
    if (Date.now() > end) throw new Error('not all services are checked')
    await wait(200)
  }
}
