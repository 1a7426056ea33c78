import type { Random } from '../faults/random.ts'
import { hasCompleteAnalyses } from '../faults/settle.ts'
import { eventually } from './eventually.ts'
import { type Installation, unchangedServices } from './installation.ts'
import { measureRecovery, type Recovery } from './recovery.ts'
import type { Kind, Loss } from './round.ts'
import type { Writer } from './writer.ts'

export interface FailoverRounds {
  readonly rounds: number
  readonly faults: readonly string[]
  /** The longest recovery after a loss of each type, in milliseconds. */
  readonly worstMs: Readonly<Record<Loss, number>>
}

/** The time within which results must lead to decisions again and writes must be accepted. */
const limitsMs: Readonly<Record<Loss, number>> = { process: 15_000, host: 30_000 }
const timeoutMs = 120_000
/** The time within which all clients reconnect to a restarted broker. */
const reconnectMs = 15_000

interface RoundsOptions {
  readonly kinds: readonly Kind[]
  readonly random: Random
  readonly writer: Writer
  /** Customers who must not change the configuration while commits are lost on purpose. */
  readonly churn: { pause(): Promise<void>; resume(): void }
  readonly print: (line: string) => void
}

/** Causes one failure after another; waits for complete recovery before the next one. */
export async function playRounds(installation: Installation, options: RoundsOptions): Promise<FailoverRounds> {
  const faults: string[] = []
  const worstMs = { process: 0, host: 0 }
  for (const [index, kind] of options.kinds.entries()) {
    const head = `${index + 1}. ${kind.name}`
    const { recovery, problems } = await playRound(installation, kind, options)
    faults.push(...problems.map((problem) => `round ${head}: ${problem}`))
    const { decisionsMs, writesMs } = recovery ?? { decisionsMs: timeoutMs, writesMs: timeoutMs }
    const longestMs = Math.max(decisionsMs, writesMs)
    if (kind.loss) worstMs[kind.loss] = Math.max(worstMs[kind.loss], longestMs)
    if (kind.loss && longestMs > limitsMs[kind.loss])
      faults.push(`round ${head}: recovered after ${longestMs} ms, the limit is ${limitsMs[kind.loss]} ms`)
    options.print(`${head}: decisions after ${decisionsMs} ms, writes after ${writesMs} ms`)
  }
  return { rounds: options.kinds.length, faults, worstMs }
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
  const recovery = await measureRecovery(installation, { writer, since, patienceMs: timeoutMs })
  if (recovery === undefined) problems.push('no decisions or no writes')
  await repair().catch((error: Error) => problems.push(error.message))
  if (!(await installation.database.waitUntilHealthy(timeoutMs))) problems.push('the database cluster did not recover')
  if (!(await eventually(timeoutMs, installation.isReady))) problems.push('not all processes are ready again')
  const restoredAt = Date.now()
  if (!(await eventually(timeoutMs, () => hasCompleteAnalyses(installation, restoredAt, unchangedServices))))
    problems.push('the analyses are not complete again')
  const until = Date.now()
  if (kind.affectsBroker) installation.brokerOutages.push({ from: began, to: until + reconnectMs })
  else installation.databaseOutages.push({ from: began, to: until })
  churn.resume()
  return { recovery, problems }
}
