import { hasSymbol, type Report, type ReportDelivery } from '@wachta/client'

/** The polling interval for progress while a report is being made. */
export const progressPollMs = 1500
/** The polling interval while an e-mail is being sent. */
const sendingPollMs = 3000
/** The polling interval for what failed and will be tried again. */
const retryPollMs = 30_000

export const isUnfinished = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'pending' || status === 'in_progress'

/** Returns how often to read a report, given its last version or the error; false if it will not change any more. */
export function getReportPoll(
  report: Pick<Report, 'status' | 'failure_reason'> | undefined,
  error: unknown,
): number | false {
  if (hasSymbol(error, 'not_found')) return false
  if (!report || isUnfinished(report)) return progressPollMs
  return report.failure_reason === 'not_printable' ? retryPollMs : false
}

/** Returns how often to read the deliveries of a report: one that has failed is tried again for some time. */
export function getDeliveriesPoll(deliveries: readonly Pick<ReportDelivery, 'status'>[] = []): number | false {
  if (deliveries.some(({ status }) => status === 'pending')) return sendingPollMs
  return deliveries.some(({ status }) => status === 'failed') ? retryPollMs : false
}
