import type { Correction, CorrectionStatus } from '@wachta/client'
import { wireTimestamp } from '../../app/client/wire-time.ts'
import type { Period } from './preview.ts'

/** What stands in the form of a correction. */
export interface CorrectionDraft {
  /** Null as long as half of it is missing. */
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

/** What is sent of a draft: only what it changes, so that what somebody else changed meanwhile stays. */
export function changesIn(recorded: Recorded, { period, status, description }: CorrectionDraft): Partial<Recorded> {
  const wanted = {
    ...(period && { start_time: wireTimestamp(period.start), end_time: wireTimestamp(period.end) }),
    status,
    description,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => recorded[name as keyof Recorded] !== value),
  )
}
