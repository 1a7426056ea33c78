import { maxBatch, type OutgoingResults, type Urgency, writePackedResults, writeResults } from '@wachta/bus'
import type { SpooledResult } from './spool/records.ts'

export interface OutgoingBatch extends Omit<OutgoingResults, 'sensor_id'> {
  readonly results: readonly SpooledResult[]
}

/** The largest message of a private sensor, with room for its headers. Public sensors use the same limit. */
const maxMessageBytes = 250_000

/** The spool that results come from. */
export interface SpoolSource {
  readonly host: string
  /** The first sequence of the shard that is still in the spool; earlier results are stored by the centre or lost. */
  readonly oldest?: number
  /** Whether the analyst of the shard reads packed results. */
  readonly isPacked: boolean
}

/** Returns the messages for results of one shard. Each has results without gaps, and is within the size limit. */
export function toOutgoing(source: SpoolSource, urgency: Urgency, results: readonly SpooledResult[]): OutgoingBatch[] {
  return splitIntoRuns(results).flatMap((run) => splitToFit(source, urgency, run))
}

function splitToFit(source: SpoolSource, urgency: Urgency, results: readonly SpooledResult[]): OutgoingBatch[] {
  const [head] = results
  if (head === undefined) return []
  const { group, sequence: first } = head
  const bytes = encodeResults(source, first, results)
  if (bytes.length <= maxMessageBytes)
    return [{ urgency, group, id: `${source.host}-${group}-${first}-${results.length}`, bytes, results }]
  // One result that is too large is sent without its texts.
  if (results.length === 1) return splitToFit(source, urgency, [{ ...head, report: { ...head.report, words: null } }])
  const half = Math.ceil(results.length / 2)
  return [...splitToFit(source, urgency, results.slice(0, half)), ...splitToFit(source, urgency, results.slice(half))]
}

function encodeResults(
  { isPacked, ...source }: SpoolSource,
  first: number,
  results: readonly SpooledResult[],
): Uint8Array {
  if (!isPacked) return writeResults({ ...source, first, reports: results.map(({ report }) => report) })
  const reports = results.map(({ report: { service_id, slot, revision, words }, packed }) => ({
    ...{ service_id, slot, revision, words, packed },
  }))
  return writePackedResults({ ...source, first, reports })
}

/** Divides results into runs without gaps, none longer than a batch. */
export function splitIntoRuns(results: readonly SpooledResult[]): SpooledResult[][] {
  const runs: SpooledResult[][] = []
  let run: SpooledResult[] = []
  for (const result of results) {
    const last = run.at(-1)
    if (last === undefined || last.sequence + 1 !== result.sequence || run.length >= maxBatch) {
      run = []
      runs.push(run)
    }
    run.push(result)
  }
  return runs
}
