import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { type Installation, unchangedServices } from './installation.ts'
import type { Period } from './period.ts'
import type { Random } from './random.ts'
import { eventually, hasCompleteAnalyses } from './settle.ts'

export interface FaultRounds {
  readonly rounds: number
  /** When the broker was unavailable. */
  readonly outages: readonly Period[]
  readonly faults: readonly string[]
}

const timeoutMs = 180_000
/** The time within which all clients reconnect to a restarted broker. */
const reconnectMs = 15_000
/** With fewer rounds, recovery times are not judged. */
const minRoundsToJudge = 20

interface RoundsOptions {
  readonly faults: readonly Fault[]
  readonly random: Random
  /** Whether to wait for recovery after half of the faults, and measure it. */
  readonly waits: boolean
  readonly print: (line: string) => void
}

/** Injects one fault after another; lasting ones continue meanwhile. */
export async function playRounds(rig: Installation, options: RoundsOptions): Promise<FaultRounds> {
  const { faults: drawnFaults, random, waits, print } = options
  const outages: Period[] = []
  const faults: string[] = []
  const times = new Map<Fault, number[]>()
  const concurrentRounds: Promise<void>[] = []
  for (const [index, fault] of drawnFaults.entries()) {
    const round = async (): Promise<void> => {
      const began = Date.now()
      // A fault that could not be injected completely is a finding too; the outcome of the others is still compared.
      const measured = await fault.inject(rig, random).catch((error: Error) => {
        faults.push(`round ${index + 1}: ${fault.name}: ${error.message}`)
      })
      const over = Date.now()
      const recoveryMs = waits && fault.recovery ? await waitForRecovery(rig, fault, { over, measured }) : undefined
      times.set(fault, [...(times.get(fault) ?? []), ...(recoveryMs === undefined ? [] : [recoveryMs])])
      if (fault.affectsBroker) outages.push({ from: began, to: Math.max(Date.now(), over + reconnectMs) })
      const suffix = recoveryMs === undefined ? '' : `, ${fault.recovery?.what} after ${recoveryMs} ms`
      print(`${index + 1}. ${fault.id} ${fault.name}: ${over - began} ms${suffix}`)
    }
    if (fault.isConcurrent) concurrentRounds.push(round())
    else await round()
    const since = Date.now()
    const isAwaited = waits && !fault.isConcurrent && random.between(0, 1) < 0.5
    if (!isAwaited) await wait(random.between(0, 3_000))
    else if (
      (await eventually(timeoutMs, () =>
        hasCompleteAnalyses(rig, since, unchangedServices, rig.sensorsCutOff.size),
      )) === undefined
    )
      faults.push(`round ${index + 1}: analyses not complete after ${fault.name}`)
  }
  await Promise.all(concurrentRounds)
  faults.push(...judge(times, { isAsserted: drawnFaults.length >= minRoundsToJudge, say: print }))
  return { rounds: drawnFaults.length, outages, faults }
}

async function waitForRecovery(
  rig: Installation,
  { recovery }: Fault,
  { over, measured }: { readonly over: number; readonly measured: unknown },
): Promise<number> {
  if (typeof measured === 'number') return measured
  return (await eventually(timeoutMs, async () => recovery?.hasRecovered(rig, over) ?? true, 50)) ?? timeoutMs
}

/**
 * Judges recovery times. Half of them must be within the limit: a single one may be caused by the load of the machine.
 */
function judge(
  times: ReadonlyMap<Fault, readonly number[]>,
  { isAsserted, say }: { readonly isAsserted: boolean; readonly say: (line: string) => void },
): string[] {
  const faults: string[] = []
  for (const [{ id, name, recovery }, all] of [...times].sort(([one], [other]) => (one.id < other.id ? -1 : 1))) {
    const sorted = all.toSorted((one, other) => one - other)
    const [medianMs, longestMs] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
    if (recovery === undefined || medianMs === undefined) continue
    const { what, limitMs } = recovery
    say(
      `${id} ${name}: ${what} after ${medianMs} ms, at most ${longestMs} ms, in ${all.length} rounds; limit ${limitMs} ms`,
    )
    if (isAsserted && medianMs > limitMs) faults.push(`${id} ${name}: ${what} only after ${medianMs} ms`)
  }
  return faults
}
