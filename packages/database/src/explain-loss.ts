import type { ProbedHost } from './probe-host.ts'

/** A busy server may miss one answer. */
const maxSilences = 2

export interface ProbeResults {
  /** All hosts of the URL, as they answered. */
  readonly hosts: readonly ProbedHost[]
  /** The number of consecutive probes in which a host did not answer. */
  readonly silences: number
}

export const isSilent = ({ state }: ProbedHost): boolean => state.kind === 'unreachable' && state.isSilent

/** Returns why connections to a host are useless; undefined if they may still work. */
export function explainLoss(ownHost: ProbedHost | undefined, { hosts, silences }: ProbeResults): string | undefined {
  if (ownHost === undefined || ownHost.state.kind === 'rejecting') return undefined
  if (isSilent(ownHost) && silences >= maxSilences) return 'does not answer'
  const timelines = hosts.flatMap(({ state }) => (state.kind === 'primary' ? state.timeline : []))
  // Without another primary, reconnecting does not help.
  if (timelines.length === 0) return undefined
  if (ownHost.state.kind !== 'primary') return 'is not the primary any more'
  return ownHost.state.timeline < Math.max(...timelines) ? 'was replaced by another primary' : undefined
}
