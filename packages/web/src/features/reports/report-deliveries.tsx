import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'
import { deliveriesQuery } from './queries.ts'
import { reportTexts } from './texts.ts'

const marks: Readonly<Record<string, Status>> = { pending: 'slow', sent: 'ok', failed: 'failure' }

/** The recipients of a report, each with the outcome of the delivery. */
export function ReportDeliveries({ id }: { readonly id: number }) {
  const { formats } = useI18n()
  const texts = useTexts(reportTexts)
  const { data, error } = useQuery(deliveriesQuery(id))
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-12" />
  return (
    <section aria-labelledby="report-deliveries" className="grid gap-2">
      <h3 id="report-deliveries" className="font-semibold">
        {texts('report.deliveries')}
      </h3>
      {data.length === 0 ? (
        <p className="text-muted">{texts('report.notSent')}</p>
      ) : (
        <ul className="grid gap-2">
          {data.map(({ recipient, status, failure_reason, sent_at }) => (
            <li key={recipient} className="flex flex-wrap items-start justify-between gap-x-4">
              <span className="min-w-0 truncate">{recipient}</span>
              <span className="grid justify-items-end">
                <StatusMark
                  status={marks[status] ?? 'slow'}
                  text={texts(`report.delivery.${toDeliveryStatus(status)}`)}
                />
                <span className="text-sm text-muted">
                  {failure_reason === 'address_not_confirmed'
                    ? texts('report.notConfirmed')
                    : (failure_reason ?? (sent_at && formats.dateTime(sent_at)))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const deliveryStatuses = ['pending', 'sent', 'failed'] as const
const toDeliveryStatus = (status: string) => deliveryStatuses.find((each) => each === status) ?? 'pending'
