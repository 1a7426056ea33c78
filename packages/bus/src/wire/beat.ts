import type { Digest } from './assignment.ts'
import { type Fields, fail, readFrame, wireVersion, writeFrame } from './frame.ts'
import { hostOf, time } from './values.ts'

/** What a sensor tells of itself every few seconds. All times in milliseconds since 1970, by its own clock. */
export interface Beat {
  readonly v: 1
  readonly host: string
  readonly version: string
  readonly sent: number
  /** The offset of its clock from the centre's as it measured it last; null before the first answer. */
  readonly clock_offset_ms: number | null
  /** How late checks start at most, lately (99th percentile). */
  readonly lag_ms: number
  readonly digest: Digest
  /** Whether it reaches its own anchors; null where it has none. */
  readonly self_check: boolean | null
  readonly running: number
  readonly spooled: number
  readonly spooled_bytes: number
  readonly dropped_artifacts: number
}

/** The answer of the centre, by the centre's clock. Offset and delay follow from these and from `sent`, as in NTP. */
export interface BeatAnswer {
  readonly v: 1
  readonly received: number
  readonly sent: number
  /** What the sensor ought to hold. Where it differs, the sensor reads its assignments again. */
  readonly digest: Digest
  /** Assignments may be used until then unless another answer comes. */
  readonly valid_until: number
  readonly quarantined: boolean
  /** How many results of its backlog it may send until the next answer. */
  readonly backlog_credit: number
}

const maximumBytes = 16_384
const offset = { least: -Number.MAX_SAFE_INTEGER }

export const writeBeat = (beat: Omit<Beat, 'v'>): Uint8Array => writeFrame(beat)

export function readBeat(bytes: Uint8Array): Beat {
  const fields = readFrame(bytes, maximumBytes)
  return {
    v: wireVersion,
    host: hostOf(fields),
    version: fields.text('version', 64),
    // By a clock that may be off by any amount.
    sent: fields.integer('sent', offset),
    clock_offset_ms: fields.nullable('clock_offset_ms', (name) => fields.integer(name, offset)),
    lag_ms: fields.integer('lag_ms'),
    digest: digestFrom(fields),
    self_check: fields.nullable('self_check', fields.boolean),
    running: fields.integer('running'),
    spooled: fields.integer('spooled'),
    spooled_bytes: fields.integer('spooled_bytes'),
    dropped_artifacts: fields.integer('dropped_artifacts'),
  }
}

export const writeBeatAnswer = (answer: Omit<BeatAnswer, 'v'>): Uint8Array => writeFrame(answer)

export function readBeatAnswer(bytes: Uint8Array): BeatAnswer {
  const fields = readFrame(bytes, maximumBytes)
  return {
    v: wireVersion,
    received: fields.integer('received', time),
    sent: fields.integer('sent', time),
    digest: digestFrom(fields),
    valid_until: fields.integer('valid_until', time),
    quarantined: fields.boolean('quarantined'),
    backlog_credit: fields.integer('backlog_credit'),
  }
}

function digestFrom(fields: Fields): Digest {
  const digest = fields.object('digest')
  const hash = digest.text('hash', 64)
  return /^[0-9a-f]{64}$/.test(hash) ? { count: digest.integer('count'), hash } : fail('digest')
}
