import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Card } from '../../ui/card.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { securityEventsQuery } from './queries.ts'

/** Rejected attempts on the account, grouped by IP address and hour. */
export function SecurityEvents({ account }: { readonly account: number }) {
  const { t, formats } = useI18n()
  const { data, error } = useQuery(securityEventsQuery(account))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const columns = [t('signIns.time'), t('securityEvents.what'), t('signIns.address'), t('securityEvents.count')]
  return (
    <ScreenSection title={t('securityEvents.title')} text={t('securityEvents.text')}>
      {data.length === 0 ? (
        <p className="text-muted">{t('securityEvents.none')}</p>
      ) : (
        <Card className="max-w-3xl">
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">{t('securityEvents.title')}</caption>
            <thead>
              <tr className="border-b border-line text-sm text-muted">
                {columns.map((label) => (
                  <th key={label} scope="col" className="py-2 pr-4 font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(({ time, type, client_ip_address, count }) => (
                <tr key={`${time} ${type} ${client_ip_address}`} className="border-b border-line">
                  <td className="py-2 pr-4 whitespace-nowrap">{formats.dateTime(time)}</td>
                  <td className="py-2 pr-4">{t(`securityEvent.${type}`)}</td>
                  <td className="py-2 pr-4 font-mono text-sm break-all">{client_ip_address}</td>
                  <td className="py-2">{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </ScreenSection>
  )
}
