import type { DiagnosticAnswer, DnsCommand, TracerouteCommand } from '@wachta/bus'
import type { Guard } from '@wachta/checks'
import { runDig } from './dig.ts'
import { runTraceroute } from './traceroute.ts'

export type DiagnosticCommand = DnsCommand | TracerouteCommand

interface DiagnosticsOptions {
  readonly guard: Guard
  readonly now: () => number
  readonly answer: (answer: DiagnosticAnswer) => void
}

const maxRunning = 4
const maxWaiting = 100
const maxRemembered = 1_000

/** Creates a function that runs diagnostics and sends their results: each command only once, and a few at a time. */
export function createDiagnostics({ guard, now, answer }: DiagnosticsOptions): (command: DiagnosticCommand) => void {
  const seen = new Set<string>()
  const waiting: DiagnosticCommand[] = []
  let running = 0

  const run = async (command: DiagnosticCommand): Promise<void> => {
    const { id } = command
    answer({ id, status: 'in_progress' })
    answer({ id, status: 'completed', results: await collectResults(command, guard) })
  }
  const runNext = (): void => {
    const command = running < maxRunning ? waiting.shift() : undefined
    if (command === undefined) return
    if (command.expires_at < now()) {
      runNext()
      return
    }
    running += 1
    const end = (): void => {
      running -= 1
      runNext()
    }
    // A run fails only if the connection has ended, and then its results cannot be sent anyway.
    void run(command).then(end, end)
  }
  return (command) => {
    if (seen.has(command.id) || waiting.length >= maxWaiting) return
    seen.add(command.id)
    for (const id of seen) {
      if (seen.size <= maxRemembered) break
      seen.delete(id)
    }
    waiting.push(command)
    runNext()
  }
}

async function collectResults(
  command: DiagnosticCommand,
  guard: Guard,
): Promise<string | NonNullable<DiagnosticAnswer['results']>> {
  if (command.kind === 'dns') return runDig(command, guard)
  const { text, hops } = await runTraceroute(command.address, guard)
  return hops ?? text
}
