import type { ProbedHost } from './probe-host.ts'

/** With this many probes in a row without an answer, a server is lost; a busy one may miss one answer. */
const lostAfterSilences = 2

export interface ProbeResults {
  /** All hosts of the URL, as they answered. */
  readonly hosts: readonly ProbedHost[]
  /** The number of consecutive probes in which the host of the connection did not answer. */
  readonly silences: number
}

/** How often in a row hosts did not answer, by host and port. */
export type Silences = ReadonlyMap<string, number>

const isSilent = ({ state }: ProbedHost): boolean => state.kind === 'unreachable' && state.isSilent

/** Counts another probe of all hosts; a host that answered is left out. */
export const countSilences = (hosts: readonly ProbedHost[], before: Silences): Silences =>
  new Map(hosts.filter(isSilent).map((host) => [toKey(host), getSilences(host, before) + 1]))

export const getSilences = (host: ProbedHost, silences: Silences): number => silences.get(toKey(host)) ?? 0

const toKey = ({ host, port }: ProbedHost): string => `${host}:${port}`

/** Returns why connections to a host are useless; undefined if they may still work. */
export function explainLoss(ownHost: ProbedHost | undefined, { hosts, silences }: ProbeResults): string | undefined {
  if (ownHost === undefined || ownHost.state.kind === 'rejecting') return undefined
  if (isSilent(ownHost) && silences >= lostAfterSilences) return 'does not answer'
  const timelines = hosts.flatMap(({ state }) => (state.kind === 'primary' ? state.timeline : []))
  // Without another primary, reconnecting does not help.
  if (timelines.length === 0) return undefined
  if (ownHost.state.kind !== 'primary') return 'is not the primary any more'
  return ownHost.state.timeline < Math.max(...timelines) ? 'was replaced by another primary' : undefined
}
