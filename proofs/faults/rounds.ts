import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { type Installation, steady } from './installation.ts'
import type { Period } from './period.ts'
import type { Random } from './random.ts'
import { eventually, isWhole } from './settle.ts'

export interface FaultRounds {
  readonly rounds: number
  /** When the broker was unavailable. */
  readonly outages: readonly Period[]
  readonly faults: readonly string[]
}

const patienceMs = 180_000
/** The time within which all clients reconnect to a restarted broker. */
const foundMs = 15_000
/** With fewer rounds, recovery times are not judged. */
const judgedRounds = 20

interface RoundsOptions {
  readonly faults: readonly Fault[]
  readonly random: Random
  /** Whether to wait for recovery after half of the faults, and measure it. */
  readonly waits: boolean
  readonly say: (line: string) => void
}

/** Injects one fault after another; lasting ones continue meanwhile. */
export async function playRounds(rig: Installation, play: RoundsOptions): Promise<FaultRounds> {
  const { faults: drawn, random, waits, say } = play
  const outages: Period[] = []
  const faults: string[] = []
  const times = new Map<Fault, number[]>()
  const beside: Promise<void>[] = []
  for (const [place, fault] of drawn.entries()) {
    const round = async (): Promise<void> => {
      const began = Date.now()
      // A fault that could not be injected completely is a finding too; the outcome of the others is still compared.
      const measured = await fault.inject(rig, random).catch((error: Error) => {
        faults.push(`round ${place + 1}: ${fault.name}: ${error.message}`)
      })
      const over = Date.now()
      const back = waits && fault.recovery ? await waitForRecovery(rig, fault, { over, measured }) : undefined
      times.set(fault, [...(times.get(fault) ?? []), ...(back === undefined ? [] : [back])])
      if (fault.isOfBroker) outages.push({ from: began, to: Math.max(Date.now(), over + foundMs) })
      const words = back === undefined ? '' : `, ${fault.recovery?.what} after ${back} ms`
      say(`${place + 1}. ${fault.id} ${fault.name}: ${over - began} ms${words}`)
    }
    if (fault.isBeside) beside.push(round())
    else await round()
    const since = Date.now()
    const isAwaited = waits && !fault.isBeside && random.between(0, 1) < 0.5
    if (!isAwaited) await wait(random.between(0, 3_000))
    else if ((await eventually(patienceMs, () => isWhole(rig, since, steady, rig.away.size))) === undefined)
      faults.push(`round ${place + 1}: not whole after ${fault.name}`)
  }
  await Promise.all(beside)
  faults.push(...judge(times, { isAsserted: drawn.length >= judgedRounds, say }))
  return { rounds: drawn.length, outages, faults }
}

async function waitForRecovery(
  rig: Installation,
  { recovery }: Fault,
  { over, measured }: { readonly over: number; readonly measured: unknown },
): Promise<number> {
  if (typeof measured === 'number') return measured
  return (await eventually(patienceMs, async () => recovery?.isBack(rig, over) ?? true, 50)) ?? patienceMs
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
    const [middle, most] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
    if (recovery === undefined || middle === undefined) continue
    const { what, limitMs } = recovery
    say(`${id} ${name}: ${what} after ${middle} ms, at most ${most} ms, in ${all.length} rounds; limit ${limitMs} ms`)
    if (isAsserted && middle > limitMs) faults.push(`${id} ${name}: ${what} only after ${middle} ms`)
  }
  return faults
}
