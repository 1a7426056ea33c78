import type { CheckSlice, PackedCheck } from '@wachta/domain'
import type { CheckTexts } from './check-texts.ts'
import { readInteger, WireError } from './frame.ts'
import { durationRange, maxInteger, spoolPositionRange } from './values.ts'

/** Where and when a check was made: its service, its slot, and the revision of the service. */
export interface CheckPlace {
  readonly service_id: number
  /** The time of the slot, in milliseconds since 1970. */
  readonly slot: number
  readonly revision: number
}

/** The result of one sensor for one slot of one service, as the sensor makes it. */
export interface CheckReport extends PackedCheck, CheckPlace {
  /** The texts of the check, under their name on the wire. */
  readonly words: CheckTexts | null
}

/** A report as the centre reads it: with the packed bytes, in place of the values that the centre only stores. */
export interface ReceivedReport extends CheckSlice, CheckPlace {
  readonly words: CheckTexts | null
}

/** Results that are sent from the spool of one host of a sensor to the analyst of one shard ("group"). */
export interface ResultBatch<Report = CheckReport> {
  /** The id of the spool that they come from: a sensor may have several hosts, and a host may lose its disk. */
  readonly host: string
  /** The position of the first result in the spool's sequence for the shard; the others follow without a gap. */
  readonly first: number
  /** The first position that the spool still holds for the shard: missing results before it will never arrive. */
  readonly oldest?: number
  readonly reports: readonly Report[]
}

/** A batch after reading. Invalid reports are left out; the other reports of the batch are still usable. */
export interface ReadBatch {
  readonly sensor_id: number
  readonly host: string
  readonly first: number
  readonly oldest?: number
  readonly count: number
  /** In the order of the batch; undefined if the report is invalid. */
  readonly reports: readonly (ReceivedReport | undefined)[]
  /** The invalid reports, each with its index and the reason. */
  readonly faults: readonly { readonly index: number; readonly reason: string }[]
}

/** The maximum number of reports in one batch. */
export const maxBatch = 1000
export const maxBatchBytes = 1_048_576
/** No check lasts longer than a day. */
export const maxTime = durationRange.max

/** Where a batch comes from, without its reports. */
export type BatchOrigin = Pick<ReadBatch, 'host' | 'first' | 'oldest'>

/** Reads where a batch comes from. Throws a WireError if that is invalid; an impossible `oldest` is ignored. */
export function readBatchOrigin({ host, first, oldest }: Readonly<Record<string, unknown>>): BatchOrigin {
  if (typeof host !== 'string' || !/^[0-9a-z-]{1,64}$/.test(host)) throw new WireError('invalid host')
  const position = readInteger(first, 'sequence', spoolPositionRange)
  const isPosition = typeof oldest === 'number' && Number.isSafeInteger(oldest) && oldest >= 1 && oldest <= position
  return { host, first: position, ...(isPosition && { oldest }) }
}

/** Returns why the place of a check is invalid; undefined if it is valid. */
export function findPlaceFault({ service_id, slot, revision }: CheckPlace): string | undefined {
  if (!Number.isSafeInteger(service_id) || service_id < 1) return 'no service'
  // From 2000 to 2099: the id of an analysis cannot express other slots.
  if (!Number.isSafeInteger(slot) || slot < 946_684_800_000 || slot >= 4_102_444_800_000) return 'no slot'
  if (!Number.isSafeInteger(revision) || revision < 1 || revision > maxInteger) return 'no revision'
  return undefined
}
