import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { notificationJobNames } from '@wachta/queue'
import { countJobs, makeJobsDue } from '@wachta/testing/jobs'
import { sensor_ids } from '@wachta/testing/notifier/add-customer-with-rule'
import { openAlarms } from '@wachta/testing/notifier/alarms'
import { sql } from 'kysely'
import { retryUntilDone } from '../faults/insist.ts'
import type { RestartingProcess } from '../faults/processes.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { parseRounds } from '../rounds.ts'
import { type Comparison, compare, type NotifierDeath } from './compare.ts'
import { openRig, type Rig } from './rig.ts'

/** A rule that is broken on purpose: a message is lost, or sent again needlessly. */
export type Break = 'forget' | 'repeat'

export interface Options {
  readonly rounds: number
  readonly alerts: number
  readonly seed: number
  readonly broken?: Break | undefined
  readonly print?: (line: string) => void
}

export interface Outcome extends Comparison {
  readonly kills: number
  readonly folder: string
}

const maxWaitMs = 180_000

/**
 * Lets services fail and recover while notifiers, the database and providers fail and return; then counts the arrived
 * messages.
 */
export async function prove({ rounds, alerts, seed, broken, print = () => undefined }: Options): Promise<Outcome> {
  await using rig = await openRig(alerts)
  print(`seed ${seed}, ${alerts} alerts, logs in ${rig.folder}`)
  if (broken !== undefined) await breakRule(rig, broken)
  await waitForNotifiers(rig)
  const random = createRandom(seed)
  const stopController = new AbortController()
  const alarms = failAndRecover(rig, { rounds, random: createRandom(seed + 1), over: stopController.signal })
  const deaths: NotifierDeath[] = []
  const context = { rig, random, recordDeath: (pid: number) => void deaths.push({ pid, at: Date.now() }) }
  for (let round = 1; round <= rounds; round += 1) {
    const fault = random.pick(faults)
    const from = Date.now()
    await fault.inflict(context)
    print(`${round}. ${new Date(from).toISOString().slice(11, 23)} ${fault.name}: ${Date.now() - from} ms`)
    await wait(random.between(0, 1_500))
  }
  for (const sink of rig.sinks) sink.behaviour = 'well'
  stopController.abort()
  await alarms
  await settle(rig)
  const { acceptedMessages: taken, services, folder } = rig
  const outcome = { ...compare(taken, { services, deaths }), kills: deaths.length, folder }
  if (isClean(outcome)) rig.deleteFolderOnClose()
  else for (const line of await describeUnsent(rig)) print(line)
  return outcome
}

/** Returns the messages that were not sent with their reasons, to explain lost ones. */
async function describeUnsent({ owner }: Rig): Promise<string[]> {
  const rows = await owner.query(sql<{
    line: string
  }>`select concat_ws(' ', n.id, n.channel_id, n.kind, n.status, n.reason, n.occurrence_id, n.attempts::text) as line
from notification n where n.status <> 'sent' order by n.id limit 20`)
  return rows.map(({ line }) => line)
}

/** Waits until both notifiers work on the queue. */
async function waitForNotifiers({ owner, notifiers }: Rig): Promise<void> {
  await retryUntilDone(async () => {
    const workers = await owner.query(sql`select from queue_worker where expires_at > now()`)
    if (workers.length < notifiers.length) throw new Error('the notifiers did not start')
  })
}

interface FaultContext {
  readonly rig: Rig
  readonly random: Random
  /** Called for every notifier that is killed. */
  recordDeath(pid: number): void
}

interface Fault {
  readonly name: string
  inflict(context: FaultContext): Promise<void>
}

const faults: readonly [Fault, ...Fault[]] = [
  {
    name: 'kill a notifier',
    inflict: (injury) => kill(injury, [injury.random.pick(injury.rig.notifiers)], injury.random.between(0, 2_000)),
  },
  {
    name: 'kill all notifiers',
    inflict: (injury) => kill(injury, injury.rig.notifiers, injury.random.between(0, 3_000)),
  },
  { name: 'kill postgres', inflict: ({ rig, random }) => rig.postgres.crash(random.between(0, 2_000)) },
  { name: 'freeze a notifier', inflict: freeze },
  { name: 'a provider refuses', inflict: (injury) => injectFault(injury, 'refusing') },
  { name: 'a provider hangs', inflict: (injury) => injectFault(injury, 'hung') },
]

async function kill(
  { recordDeath }: FaultContext,
  victims: readonly RestartingProcess[],
  downMs: number,
): Promise<void> {
  for (const { pid } of victims) if (pid !== undefined) recordDeath(pid)
  await Promise.all(victims.map((each) => each.kill(downMs)))
}

/** Freezes a notifier longer than the time after which others consider it dead. */
async function freeze({ rig, random }: FaultContext): Promise<void> {
  const victim = random.pick(rig.notifiers)
  victim.signal('SIGSTOP')
  await wait(random.between(11_000, 25_000))
  victim.signal('SIGCONT')
}

async function injectFault({ rig, random }: FaultContext, mood: 'refusing' | 'hung'): Promise<void> {
  const sink = random.pick(rig.sinks)
  sink.behaviour = mood
  await wait(random.between(500, 4_000))
  sink.behaviour = 'well'
}

/** Lets every service fail once and recover later, spread over the duration of the rounds. */
async function failAndRecover(
  { db, services }: Rig,
  { rounds, random, over }: { rounds: number; random: Random; over: AbortSignal },
): Promise<void> {
  const alarms = await openAlarms(db, sensor_ids)
  const failing: number[][] = []
  const waiting = [...services]
  const size = Math.max(1, Math.ceil(services.length / (rounds * 6)))
  while (waiting.length > 0 || failing.length > 0) {
    const next = waiting.splice(0, over.aborted ? 100 : size)
    if (next.length > 0) {
      await retryUntilDone(() => alarms.fail(next))
      failing.push(next)
    }
    if (failing.length > 3 || next.length === 0) {
      const recovering = failing.shift() ?? []
      // Two analyses of the same millisecond would be one.
      await wait(2)
      await retryUntilDone(() => alarms.recover(recovering))
    }
    await wait(over.aborted ? 5 : random.between(50, 500))
  }
}

/** Breaks a rule in the database, without the notifiers knowing. */
async function breakRule({ owner }: Rig, broken: Break): Promise<void> {
  await owner.query(
    broken === 'forget'
      ? sql`create function break_rule() returns trigger language plpgsql as $$ begin new.status := 'sent'; return new; end $$`
      : sql`create function break_rule() returns trigger language plpgsql security definer as $$ begin
  perform graphile_worker.add_job('deliver', payload => json_build_object('notifications', json_build_array(new.id)));
  new.status := 'pending'; return new; end $$`,
  )
  await owner.query(
    broken === 'forget'
      ? sql`create trigger break_rule before insert on notification for each row when (new.id % 7 = 0) execute function break_rule()`
      : sql`create trigger break_rule before update on notification for each row
  when (new.id % 7 = 0 and new.status = 'sent' and jsonb_array_length(new.attempts) < 3) execute function break_rule()`,
  )
}

/**
 * Waits until no message is pending, or nothing has changed for long. Messages with a long delay are made due
 * immediately; those with a short delay may be in progress.
 */
async function settle({ owner, acceptedMessages: taken }: Rig): Promise<void> {
  let [end, lastCount] = [Date.now() + maxWaitMs, 0]
  while (Date.now() < end) {
    const pending = await owner.query(sql`select from notification where status = 'pending' limit 1`)
    if (pending.length + (await countJobs(owner, notificationJobNames)) === 0) return
    if (taken.length > lastCount) [end, lastCount] = [Date.now() + maxWaitMs, taken.length]
    await makeJobsDue(owner, { laterThanMs: 50_000 })
    await wait(1_000)
  }
}

export const isClean = ({
  lost,
  unexpected: invented,
  needlessCopies: beyond,
  withChangedIds: renamed,
}: Comparison): boolean => [lost, invented, beyond, renamed].every(({ length }) => length === 0)

export function formatLines({
  expected,
  lost,
  unexpected: invented,
  needlessCopies: beyond,
  withChangedIds: renamed,
  copies,
  inDigests,
  kills,
}: Outcome): string[] {
  const lists = Object.entries({ lost, invented, 'too many copies': beyond, 'copies with other ids': renamed })
  return [
    ...lists.flatMap(([name, found]) => found.slice(0, 20).map((line) => `${name}: ${line}`)),
    `${copies} messages came more than once, ${inDigests} came in digests`,
    `notify: ${expected} expected, ${lost.length} lost, ${beyond.length} copies beyond that, ${kills} kills`,
  ]
}

/** npm run prove -- notify [--rounds 100] [--alerts 1000] [--seed n] [--break forget|repeat] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '100' },
      alerts: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      break: { type: 'string' },
    },
  })
  const broken = values.break
  if (broken !== undefined && broken !== 'forget' && broken !== 'repeat')
    throw new Error('--break must be forget or repeat')
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const outcome = await prove({
    rounds: parseRounds(values.rounds),
    alerts: parseRounds(values.alerts, '--alerts'),
    seed,
    broken,
    print: console.log,
  })
  for (const line of formatLines(outcome)) console.log(line)
  return isClean(outcome) ? 0 : 1
}
