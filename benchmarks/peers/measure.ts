import { setTimeout as wait } from 'node:timers/promises'
import { measureUsage, type UsedInAll } from '../../proofs/small-box/memory.ts'
import { measureStore } from './store.ts'
import { readCounts } from './targets.ts'

export interface Peer {
  /** The processes of the tool; their descendants count too. */
  readonly pids: readonly number[]
  /** The folders that it writes to. */
  readonly stores: readonly string[]
  /** Names of files and folders in them that do not count. */
  readonly excludedNames: readonly string[]
  /** The address that its targets have in common. */
  readonly targets: string
  readonly services: number
  readonly interval_s: number
}

export interface Outcome {
  readonly done: number
  readonly expected: number
  /** The lowest and the highest number of checks of a service. */
  readonly fewest: number
  readonly most: number
  readonly cpu_seconds: number
  /** The maximum of all samples, in bytes. */
  readonly pss: number
  /** The growth of the stores. */
  readonly bytes: number
  readonly parts: readonly Part[]
}

/** One program of the tool. */
interface Part {
  readonly name: string
  readonly cpu_seconds: number
  /** At the end. */
  readonly pss: number
}

/** The minimum share of checks that must have been made for the services to count as held. */
const minShare = 0.999
const sampleIntervalMs = 10_000

/** Measures a running monitoring tool for a while. */
export async function measurePeer(peer: Peer, seconds: number): Promise<Outcome> {
  const before = await readCounters(peer)
  let { pss } = before
  for (let at = sampleIntervalMs; at < seconds * 1000; at += sampleIntervalMs) {
    await until(before.at + at)
    pss = Math.max(pss, (await measureUsage(peer.pids)).bytes)
  }
  await until(before.at + seconds * 1000)
  const after = await readCounters(peer)
  const checkCounts = [...after.counts].map(([path, count]) => count - (before.counts.get(path) ?? 0))
  return {
    done: checkCounts.reduce((sum, count) => sum + count, 0),
    expected: (peer.services * (after.at - before.at)) / 1000 / peer.interval_s,
    fewest: checkCounts.length < peer.services ? 0 : Math.min(...checkCounts),
    most: Math.max(0, ...checkCounts),
    cpu_seconds: after.cpu_seconds - before.cpu_seconds,
    pss: Math.max(pss, after.pss),
    bytes: after.bytes - before.bytes,
    parts: toParts(before.parts, after.parts),
  }
}

const toParts = (before: UsedInAll['parts'], after: UsedInAll['parts']): Part[] =>
  [...after]
    .map(([name, { bytes, cpu_seconds }]) => ({
      ...{ name, pss: bytes },
      cpu_seconds: cpu_seconds - (before.get(name)?.cpu_seconds ?? 0),
    }))
    .toSorted((one, other) => other.cpu_seconds - one.cpu_seconds)

/** Whether the tool kept up. A service may lack the check that fell just outside the time, but not two. */
export const hasKeptUp = ({ done, expected, fewest, most }: Outcome): boolean =>
  done > 0 && done / expected >= minShare && most - fewest <= 2

export const formatOutcome = ({ done, expected, fewest, most, cpu_seconds, pss, bytes, parts }: Outcome): string[] => {
  const perThousand = (seconds: number) => `${((seconds / done) * 1000).toFixed(2)} s CPU per 1000 checks`
  return [
    ...parts.map((part) => `${part.name}: ${perThousand(part.cpu_seconds)}, ${Math.round(part.pss / 1e6)} MB`),
    `peers: done/expected ${(done / expected).toFixed(4)}, ${done} checks, ${fewest} to ${most} of each service, ${perThousand(cpu_seconds)}, PSS ${Math.round(pss / 1e6)} MB, ${(bytes / done).toFixed(1)} bytes/check`,
  ]
}

const until = (time: number): Promise<void> => wait(Math.max(0, time - performance.now()))

async function readCounters({ pids, stores, excludedNames, targets }: Peer) {
  const { bytes: pss, cpu_seconds, parts } = await measureUsage(pids)
  const counts = await readCounts(targets)
  return { at: performance.now(), counts, cpu_seconds, pss, parts, bytes: await measureStore(stores, excludedNames) }
}
