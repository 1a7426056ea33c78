import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { retryUntilDone } from '../faults/insist.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { parseRounds } from '../rounds.ts'
import { type Comparison, compare, getKey, loadStored } from './compare.ts'
import type { Period } from './oracle.ts'
import { outages } from './outages.ts'
import { openRig, type Rig } from './rig.ts'
import { type ExpectedReport, generateSeasons, getActivePeriod, listExpected, plannedSchedules } from './schedules.ts'

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

/** The documented maximum time from the end of a period until its report is ordered, if nothing is missing. */
const maxOrderDelayMs = 7 * hour + minute

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
  const end = (wanted.at(-1)?.end ?? 0) + maxOrderDelayMs
  for (const season of seasons) await playSeason({ rig, random, all, print }, season, end)
  await settle(rig, wanted)
  const comparison = compare(await retryUntilDone(() => loadStored(rig)), all, wanted)
  if (comparison.missed.length + comparison.doubled.length === 0) rig.deleteFolderOnClose()
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
async function playSeason({ rig, random, all, print }: SeasonOptions, season: Period, end: number): Promise<void> {
  const switches = plannedSchedules
    .flatMap((planned, schedule) => {
      const { start, end: off } = getActivePeriod(planned, season)
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
    await advanceClock(rig, random, now).then((name) => print(`${new Date(now).toISOString().slice(0, 16)} ${name}`))
    for (const { schedule, isOn, at } of due.filter((each) => each.at === now)) {
      // A schedule that is switched off gets no more reports, so wait until all earlier periods are ordered.
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
async function advanceClock(rig: Rig, random: Random, now: number): Promise<string> {
  const outage = random.pick(outages)
  const leadMs = random.between(-500, 500)
  if (leadMs >= 0) {
    await rig.setClock(now)
    await wait(leadMs)
    await outage.inflict(rig, random)
  } else {
    const outageEnd = outage.inflict(rig, random)
    await wait(-leadMs)
    await rig.setClock(now)
    await outageEnd
  }
  await wait(random.between(0, 500))
  return outage.name
}

const maxIdleMs = 90_000

/** Waits until the periods are ordered, or nothing was ordered for a long time. */
async function waitForOrders(rig: Rig, wanted: readonly ExpectedReport[]): Promise<void> {
  await waitFor(rig, (stored) => {
    const known = new Set(stored.map(getKey))
    return wanted.every((each) => known.has(getKey(each)))
  })
}

/** Waits until all wanted reports are made, or none was made for a long time. */
async function settle(rig: Rig, wanted: readonly ExpectedReport[]): Promise<void> {
  await waitFor(rig, (stored) => {
    const done = new Set(stored.filter(({ status }) => status === 'completed').map(getKey))
    return wanted.every((each) => done.has(getKey(each)))
  })
  // A duplicate may still be in progress.
  await wait(1_000)
}

async function waitFor(
  rig: Rig,
  condition: (stored: Awaited<ReturnType<typeof loadStored>>) => boolean,
): Promise<void> {
  let [deadline, progress] = [Date.now() + maxIdleMs, '']
  while (Date.now() < deadline) {
    const stored = await retryUntilDone(() => loadStored(rig))
    if (condition(stored)) return
    const state = `${stored.length} ${stored.filter(({ status }) => status === 'completed').length}`
    if (state !== progress) [deadline, progress] = [Date.now() + maxIdleMs, state]
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
  // Drops late reports, as if the reporter did not catch up.
  await owner.query(sql`create function break_rule() returns trigger language plpgsql as $$ begin return null; end $$`)
  await owner.query(sql`create trigger break_rule before insert on report for each row
  when (new.created_at > new.end_time + interval '5 hours') execute function break_rule()`)
}

export const formatResultLine = ({ periods, missed, doubled }: PlansReport): string =>
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
    rounds: parseRounds(values.rounds),
    seed: Number(values['random-seed']),
    broken,
    print,
  })
  for (const line of report.missed.slice(0, 20)) print(`missed: ${line}`)
  for (const line of report.doubled.slice(0, 20)) print(`doubled: ${line}`)
  print(formatResultLine(report))
  return report.missed.length + report.doubled.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
