import type { Guard } from '@wachta/checks'
import { isWaiting } from '@wachta/runtime'
import type { CheckArtifact } from './evidence.ts'
import { runTraceroute } from './traceroute.ts'

interface FailedCheck {
  readonly service_id: number
  readonly slot: number
  readonly host: string
}

const maxRunning = 2
const maxWaiting = 50
/** The minimum time between two traceroutes to a service: its route rarely changes during a failure. */
const minTraceIntervalMs = 600_000
const maxRemembered = 10_000

/**
 * Creates a function that runs a traceroute after a failed check: only a few at a time, and rarely for the same
 * service.
 */
export function createFailureTraces(
  guard: Guard,
  addEvidence: (evidence: CheckArtifact) => void,
  now: () => number,
): (failed: FailedCheck) => void {
  const lastTraceAt = new Map<number, number>()
  const waiting: FailedCheck[] = []
  let running = 0

  const runTrace = async ({ service_id, slot, host }: FailedCheck): Promise<void> => {
    const { text } = await runTraceroute(host, guard)
    const content = Buffer.from(text)
    const metadata = { content_type: 'text/plain; charset=utf-8', file_name: 'traceroute.txt', isTruncated: false }
    addEvidence({ service_id, slot, artifact_id: 'traceroute', content, ...metadata })
  }
  const runNext = (): void => {
    const failed = running < maxRunning ? waiting.shift() : undefined
    if (failed === undefined) return
    running += 1
    void runTrace(failed).finally(() => {
      running -= 1
      runNext()
    })
  }
  return (failed) => {
    const nextAt = (lastTraceAt.get(failed.service_id) ?? Number.NEGATIVE_INFINITY) + minTraceIntervalMs
    if (isWaiting(now(), nextAt, minTraceIntervalMs) || waiting.length >= maxWaiting) return
    lastTraceAt.delete(failed.service_id)
    lastTraceAt.set(failed.service_id, now())
    for (const service_id of lastTraceAt.keys()) {
      if (lastTraceAt.size <= maxRemembered) break
      lastTraceAt.delete(service_id)
    }
    waiting.push(failed)
    runNext()
  }
}
