import type { Report } from '@wachta/client'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'
import { reportTexts } from './texts.ts'

export const reportStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const
type ReportStatus = (typeof reportStatuses)[number]

const marks: Readonly<Record<ReportStatus, Status>> = {
  pending: 'slow',
  in_progress: 'slow',
  completed: 'ok',
  failed: 'failure',
}

const failureReasons = [
  'no_services',
  'not_printable',
  'beyond_package',
  'too_large',
  'document_too_large',
  'too_many_changes',
] as const
type ReportFailure = (typeof failureReasons)[number]

export const toReportFailure = (reason: string | null): ReportFailure | undefined =>
  failureReasons.find((each) => each === reason)

/** The status of a report, and why it failed. */
export function ReportState({ report }: { readonly report: Pick<Report, 'status' | 'failure_reason'> }) {
  const texts = useTexts(reportTexts)
  const status = reportStatuses.find((each) => each === report.status) ?? 'pending'
  const reason = toReportFailure(report.failure_reason)
  return (
    <>
      <StatusMark status={marks[status]} text={texts(`report.status.${status}`)} />
      {reason && <p className="text-sm text-muted">{texts(`report.failure.${reason}`)}</p>}
    </>
  )
}
