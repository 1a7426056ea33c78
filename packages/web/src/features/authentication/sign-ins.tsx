import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage } from '../../app/shell/use-list-search.ts'
import { Card } from '../../ui/card.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { signInsPageSize, signInsQuery } from './queries.ts'

/** Recent sign-ins to the account, with their addresses. */
export function SignIns({ account }: { readonly account: number }) {
  const { t, formats } = useI18n()
  const [page, setPage] = usePage()
  const { data, error } = useQuery(signInsQuery(account, page))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  return (
    <ScreenSection title={t('signIns.title')} text={t('signIns.text')}>
      {data.total === 0 ? (
        <p className="text-muted">{t('signIns.none')}</p>
      ) : (
        <Card className="max-w-3xl">
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">{t('signIns.title')}</caption>
            <thead>
              <tr className="border-b border-line text-sm text-muted">
                <th scope="col" className="py-2 pr-4 font-medium">
                  {t('signIns.time')}
                </th>
                <th scope="col" className="py-2 pr-4 font-medium">
                  {t('signIns.address')}
                </th>
                <th scope="col" className="py-2 font-medium max-sm:hidden">
                  {t('signIns.client')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((each) => (
                <tr key={`${each.time} ${each.client_ip_address} ${each.client_id}`} className="border-b border-line">
                  <td className="py-2 pr-4 whitespace-nowrap">{formats.dateTime(each.time)}</td>
                  <td className="py-2 pr-4 font-mono text-sm break-all">{each.client_ip_address ?? '–'}</td>
                  <td className="py-2 max-sm:hidden">{each.client_id ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      <div className="max-w-3xl">
        <ListPager page={page} size={signInsPageSize} total={data.total} onGo={setPage} />
      </div>
    </ScreenSection>
  )
}
