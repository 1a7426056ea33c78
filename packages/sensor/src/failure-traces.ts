import type { Guard } from '@wachta/checks'
import type { StoredEvidence } from './evidence.ts'
import { runTraceroute } from './traceroute.ts'

interface FailedCheck {
  readonly service_id: number
  readonly slot: number
  readonly host: string
}

const maxRunning = 2
const maxWaiting = 50
/** The least time between two traceroutes to a service, because the route rarely changes while the service fails. */
const betweenTracesMs = 600_000
const maxRemembered = 10_000

/**
 * Runs traceroutes to services that fail, after their results are reported: a few at a time, and rarely per service.
 */
export function createFailureTraces(
  guard: Guard,
  keep: (evidence: StoredEvidence) => void,
  now: () => number,
): (failed: FailedCheck) => void {
  const last = new Map<number, number>()
  const waiting: FailedCheck[] = []
  let running = 0

  const run = async ({ service_id, slot, host }: FailedCheck): Promise<void> => {
    const { text } = await runTraceroute(host, guard)
    const content = Buffer.from(text)
    const kind = { content_type: 'text/plain; charset=utf-8', file_name: 'traceroute.txt', isTruncated: false }
    keep({ service_id, slot, artifact_id: 'traceroute', content, ...kind })
  }
  const next = (): void => {
    const failed = running < maxRunning ? waiting.shift() : undefined
    if (failed === undefined) return
    running += 1
    void run(failed).finally(() => {
      running -= 1
      next()
    })
  }
  return (failed) => {
    const before = last.get(failed.service_id) ?? Number.NEGATIVE_INFINITY
    if (now() - before < betweenTracesMs || waiting.length >= maxWaiting) return
    last.delete(failed.service_id)
    last.set(failed.service_id, now())
    for (const service_id of last.keys()) {
      if (last.size <= maxRemembered) break
      last.delete(service_id)
    }
    waiting.push(failed)
    next()
  }
}
