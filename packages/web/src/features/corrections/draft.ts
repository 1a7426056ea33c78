import type { Correction, CorrectionStatus } from '@wachta/client'
import { wireTimestamp } from '../../app/client/wire-time.ts'
import type { Period } from './preview.ts'

/** The fields of the correction form. */
export interface CorrectionDraft {
  /** Null while the start or the end is missing. */
  readonly period: Period | null
  readonly status: CorrectionStatus
  readonly description: string
}

type Recorded = Pick<Correction, 'start_time' | 'end_time' | 'status' | 'description'>

export const toPeriod = ({ start_time, end_time }: Pick<Recorded, 'start_time' | 'end_time'>): Period => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
})

export const toCorrectionDraft = (recorded: Recorded): CorrectionDraft => ({
  period: toPeriod(recorded),
  status: recorded.status,
  description: recorded.description,
})

/** Returns only the changed fields, so that changes that others made meanwhile are kept. */
export function pickChanges(recorded: Recorded, { period, status, description }: CorrectionDraft): Partial<Recorded> {
  const wanted = {
    ...(period && { start_time: wireTimestamp(period.start), end_time: wireTimestamp(period.end) }),
    status,
    description,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => recorded[name as keyof Recorded] !== value),
  )
}
