import type { ProbedHost } from './probe-host.ts'

/** A busy server may miss one answer. */
const maxSilences = 2

export interface ProbeResults {
  /** All hosts of the URL, as they answered. */
  readonly hosts: readonly ProbedHost[]
  /** How many times in a row a host did not answer. */
  readonly silences: number
}

export const isSilent = ({ state }: ProbedHost): boolean => state.kind === 'unreachable' && state.isSilent

/** Returns why connections to a host are of no use; undefined if they may be of use. */
export function explainLoss(own: ProbedHost | undefined, { hosts, silences }: ProbeResults): string | undefined {
  if (own === undefined || own.state.kind === 'rejecting') return undefined
  if (isSilent(own) && silences >= maxSilences) return 'does not answer'
  const timelines = hosts.flatMap(({ state }) => (state.kind === 'primary' ? state.timeline : []))
  // Without another primary, waiting is as good as anything else.
  if (timelines.length === 0) return undefined
  if (own.state.kind !== 'primary') return 'is not the primary any more'
  return own.state.timeline < Math.max(...timelines) ? 'was succeeded by another one' : undefined
}
