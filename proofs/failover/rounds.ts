import type { Random } from '../faults/random.ts'
import { isWhole } from '../faults/settle.ts'
import { eventually } from './eventually.ts'
import { type Installation, steady } from './installation.ts'
import { measureRecovery, type Recovery } from './recovery.ts'
import type { Kind, Loss } from './round.ts'
import type { Writer } from './writer.ts'

export interface FailoverRounds {
  readonly rounds: number
  readonly faults: readonly string[]
  /** The longest recovery after each loss, in milliseconds. */
  readonly worstMs: Readonly<Record<Loss, number>>
}

/** Results become decisions again, and writes are accepted, within this time. */
const limitsMs: Readonly<Record<Loss, number>> = { process: 15_000, host: 30_000 }
const patienceMs = 120_000
/** The time within which all clients reconnect to a restarted broker. */
const foundMs = 15_000

interface RoundsOptions {
  readonly kinds: readonly Kind[]
  readonly random: Random
  readonly writer: Writer
  /** Customers who must not change the configuration while commits are lost on purpose. */
  readonly churn: { pause(): Promise<void>; resume(): void }
  readonly say: (line: string) => void
}

/** Causes one failure after another, each when the installation has recovered completely from the one before. */
export async function playRounds(installation: Installation, play: RoundsOptions): Promise<FailoverRounds> {
  const faults: string[] = []
  const worstMs = { process: 0, host: 0 }
  for (const [place, kind] of play.kinds.entries()) {
    const head = `${place + 1}. ${kind.name}`
    const { recovery, problems } = await playRound(installation, kind, play)
    faults.push(...problems.map((problem) => `round ${head}: ${problem}`))
    const { decisionsMs, writesMs } = recovery ?? { decisionsMs: patienceMs, writesMs: patienceMs }
    const longestMs = Math.max(decisionsMs, writesMs)
    if (kind.loss) worstMs[kind.loss] = Math.max(worstMs[kind.loss], longestMs)
    if (kind.loss && longestMs > limitsMs[kind.loss])
      faults.push(`round ${head}: recovered after ${longestMs} ms, the limit is ${limitsMs[kind.loss]} ms`)
    play.say(`${head}: decisions after ${decisionsMs} ms, writes after ${writesMs} ms`)
  }
  return { rounds: play.kinds.length, faults, worstMs }
}

async function playRound(
  installation: Installation,
  kind: Kind,
  { random, writer, churn }: RoundsOptions,
): Promise<{ readonly recovery: Recovery | undefined; readonly problems: readonly string[] }> {
  const problems: string[] = []
  if (kind.losesCommits) await churn.pause()
  const began = Date.now()
  const repair = await kind.cause(installation, random).catch((error: Error) => {
    problems.push(error.message)
    return async () => undefined
  })
  const since = kind.id === 'ahead' || kind.losesCommits ? Date.now() : began
  const recovery = await measureRecovery(installation, { writer, since, patienceMs })
  if (recovery === undefined) problems.push('no decisions or no writes')
  await repair().catch((error: Error) => problems.push(error.message))
  if (!(await installation.database.untilHealthy(patienceMs))) problems.push('the database cluster does not heal')
  if (!(await eventually(patienceMs, installation.isReady))) problems.push('not all processes are ready again')
  const whole = Date.now()
  if (!(await eventually(patienceMs, () => isWhole(installation, whole, steady))))
    problems.push('it is not whole again')
  const until = Date.now()
  if (kind.isOfBroker) installation.brokerOutages.push({ from: began, to: until + foundMs })
  else installation.databaseOutages.push({ from: began, to: until })
  churn.resume()
  return { recovery, problems }
}
