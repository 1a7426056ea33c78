import type { Correction, CorrectionStatus } from '@wachta/client'
import { toWireTime } from '../../app/client/wire-time.ts'
import type { Period } from './preview.ts'

/** The fields of the correction form. */
export interface CorrectionDraft {
  /** Null while the start or the end is missing. */
  readonly period: Period | null
  readonly status: CorrectionStatus
  readonly description: string
}

type RecordedCorrection = Pick<Correction, 'start_time' | 'end_time' | 'status' | 'description'>

export const toPeriod = ({ start_time, end_time }: Pick<RecordedCorrection, 'start_time' | 'end_time'>): Period => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
})

export const toCorrectionDraft = (recorded: RecordedCorrection): CorrectionDraft => ({
  period: toPeriod(recorded),
  status: recorded.status,
  description: recorded.description,
})

/** Returns only the changed fields, so that changes that others made meanwhile are kept. */
export function pickChanges(
  recorded: RecordedCorrection,
  { period, status, description }: CorrectionDraft,
): Partial<RecordedCorrection> {
  const fields = {
    ...(period && { start_time: toWireTime(period.start), end_time: toWireTime(period.end) }),
    status,
    description,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => recorded[name as keyof RecordedCorrection] !== value),
  )
}
