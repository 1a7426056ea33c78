import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { retryUntilDone } from '../faults/insist.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { roundsOf } from '../rounds.ts'
import { type Comparison, compare, keyOf, loadStored } from './compare.ts'
import type { Period } from './oracle.ts'
import { outages } from './outages.ts'
import { openRig, type Rig } from './rig.ts'
import { cast, type ExpectedReport, generateSeasons, inForce, listExpected } from './schedules.ts'

/** A rule that is broken on purpose: a period may have two reports, or a late report is not made. */
export const brokenRules = ['index', 'catch-up'] as const
export type BrokenRule = (typeof brokenRules)[number]

export interface PlansOptions {
  /** The number of periods that must have their report. */
  readonly rounds: number
  readonly seed: number
  readonly broken?: BrokenRule | undefined
  readonly print?: (line: string) => void
}

export interface PlansReport extends Comparison {
  readonly periods: number
}

const [minute, hour] = [60_000, 3_600_000]

/** By the documentation, a report is ordered within this time after its period, if nothing is missing. */
const dueWithinMs = 7 * hour + minute

/**
 * Lets months pass while reporters, the database and the network between them fail around every due time; then compares
 * the reports with the periods of the schedules.
 */
export async function provePlans({
  rounds,
  seed,
  broken,
  print = () => undefined,
}: PlansOptions): Promise<PlansReport> {
  const { seasons, all, wanted } = chooseSeasons(rounds)
  const first = seasons[0]?.start ?? 0
  await using rig = await openRig(first)
  print(`seed ${seed}, ${all.length} periods in ${seasons.length} seasons, logs in ${rig.folder}`)
  if (broken) await breakRule(rig, broken)
  const random = createRandom(seed)
  const end = (wanted.at(-1)?.end ?? 0) + dueWithinMs
  for (const season of seasons) await play({ rig, random, all, print }, season, end)
  await settle(rig, wanted)
  const comparison = compare(await retryUntilDone(() => loadStored(rig)), all, wanted)
  if (comparison.missed.length + comparison.doubled.length === 0) rig.forget()
  return { ...comparison, periods: wanted.length }
}

/** Chooses as many seasons as the rounds need. */
function chooseSeasons(rounds: number): { seasons: Period[]; all: ExpectedReport[]; wanted: ExpectedReport[] } {
  const seasons: Period[] = []
  for (const season of generateSeasons()) {
    seasons.push(season)
    const all = listExpected(seasons)
    if (all.length >= rounds) return { seasons, all, wanted: all.slice(0, rounds) }
  }
  return { seasons, all: [], wanted: [] }
}

interface SeasonOptions {
  readonly rig: Rig
  readonly random: Random
  readonly all: readonly ExpectedReport[]
  readonly print: (line: string) => void
}

/** Plays one season: the clock moves by a few hours at a time, with an outage around each step. */
async function play({ rig, random, all, print }: SeasonOptions, season: Period, end: number): Promise<void> {
  const switches = cast
    .flatMap((planned, schedule) => {
      const { start, end: off } = inForce(planned, season)
      if (planned.seasonal.length === 0) return []
      return [
        { schedule, isOn: true, at: start },
        { schedule, isOn: false, at: off },
      ]
    })
    .sort((one, other) => one.at - other.at)
  let now = season.start
  while (now < Math.min(season.end + 24 * hour, end)) {
    const next = now + random.between(3, 9) * hour
    const due = switches.filter(({ at }) => at > now && at <= next)
    now = due[0]?.at ?? next
    await step(rig, random, now).then((name) => print(`${new Date(now).toISOString().slice(0, 16)} ${name}`))
    for (const { schedule, isOn, at } of due.filter((each) => each.at === now)) {
      // A schedule that is switched off gets no report that was not ordered yet.
      if (!isOn)
        await waitForOrders(
          rig,
          all.filter((each) => each.schedule === schedule && each.end < at),
        )
      await rig.switchPlans(schedule, isOn, at)
    }
  }
}

/** Moves the clock shortly before or after an outage begins. */
async function step(rig: Rig, random: Random, now: number): Promise<string> {
  const outage = random.pick(outages)
  const lead = random.between(-500, 500)
  if (lead >= 0) {
    await rig.setClock(now)
    await wait(lead)
    await outage.inflict(rig, random)
  } else {
    const over = outage.inflict(rig, random)
    await wait(-lead)
    await rig.setClock(now)
    await over
  }
  await wait(random.between(0, 500))
  return outage.name
}

const patienceMs = 90_000

/** Waits until the periods are ordered, or nothing was ordered for a long time. */
async function waitForOrders(rig: Rig, wanted: readonly ExpectedReport[]): Promise<void> {
  await waitFor(rig, (stored) => {
    const known = new Set(stored.map(keyOf))
    return wanted.every((each) => known.has(keyOf(each)))
  })
}

/** Waits until all wanted reports are made, or none was made for a long time. */
async function settle(rig: Rig, wanted: readonly ExpectedReport[]): Promise<void> {
  await waitFor(rig, (stored) => {
    const done = new Set(stored.filter(({ status }) => status === 'completed').map(keyOf))
    return wanted.every((each) => done.has(keyOf(each)))
  })
  // A duplicate may still be in progress.
  await wait(1_000)
}

async function waitFor(rig: Rig, isThere: (stored: Awaited<ReturnType<typeof loadStored>>) => boolean): Promise<void> {
  let [until, progress] = [Date.now() + patienceMs, '']
  while (Date.now() < until) {
    const stored = await retryUntilDone(() => loadStored(rig))
    if (isThere(stored)) return
    const state = `${stored.length} ${stored.filter(({ status }) => status === 'completed').length}`
    if (state !== progress) [until, progress] = [Date.now() + patienceMs, state]
    await wait(200)
  }
}

/** Breaks a rule in the database, without the reporters knowing. */
async function breakRule({ owner }: Rig, broken: BrokenRule): Promise<void> {
  if (broken === 'index') {
    await owner.query(sql`drop index report_once_per_period`)
    await owner.query(sql`drop index group_report_once_per_period`)
    return
  }
  // A late report is omitted, as if nothing was caught up.
  await owner.query(sql`create function break_rule() returns trigger language plpgsql as $$ begin return null; end $$`)
  await owner.query(sql`create trigger break_rule before insert on report for each row
  when (new.created_at > new.end_time + interval '5 hours') execute function break_rule()`)
}

export const toFigures = ({ periods, missed, doubled }: PlansReport): string =>
  `plans: ${periods} periods, ${missed.length} missed, ${doubled.length} doubled`

/** `npm run prove -- plans [--rounds N] [--random-seed S] [--break index|catch-up]` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '350' },
      'random-seed': { type: 'string', default: '20261117' },
      break: { type: 'string' },
    },
  })
  const broken = brokenRules.find((each) => each === values.break)
  if (values.break !== undefined && !broken) throw new Error(`--break takes ${brokenRules.join(', ')}`)
  const print = (line: string) => console.log(line)
  const report = await provePlans({
    rounds: roundsOf(values.rounds),
    seed: Number(values['random-seed']),
    broken,
    print,
  })
  for (const line of report.missed.slice(0, 20)) print(`missed: ${line}`)
  for (const line of report.doubled.slice(0, 20)) print(`doubled: ${line}`)
  print(toFigures(report))
  return report.missed.length + report.doubled.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
