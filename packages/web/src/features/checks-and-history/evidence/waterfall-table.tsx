import { useI18n } from '../../../app/i18n/language.tsx'
import type { Waterfall } from './har.ts'

/** The requests of a HAR file in order, each with its start and duration as a bar and as numbers. */
export function WaterfallTable({ waterfall: { rows, length } }: { readonly waterfall: Waterfall }) {
  const { t, formats } = useI18n()
  if (rows.length === 0) return <p className="text-muted">{t('har.empty')}</p>
  const share = (value: number) => (length === 0 ? 0 : (100 * value) / length)
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">{t('har.title')}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {t('har.request')}
          </th>
          <th scope="col" className="w-14 py-1.5 pr-3 font-medium sm:w-16">
            {t('har.status')}
          </th>
          <th scope="col" className="w-20 py-1.5 text-right font-medium sm:w-28">
            {t('har.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ method, url, status, start, length: taken }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: requests stay in place, and the same one may come twice
          <tr key={index} className="border-b border-line align-top">
            <td className="py-1.5 pr-3">
              <span className="font-mono break-all">
                {method} {url}
              </span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-1 h-2 w-full">
                <rect width="100" height="4" fill="var(--sunken)" />
                <rect
                  x={share(start)}
                  width={Math.max(share(taken), 0.6)}
                  height="4"
                  fill={status === 0 || status >= 400 ? 'var(--failure-fill)' : 'var(--part-1)'}
                />
              </svg>
            </td>
            <td className="py-1.5 pr-3">{status === 0 ? t('har.noAnswer') : status}</td>
            <td className="py-1.5 text-right">
              {formats.milliseconds(taken)}
              <span className="block text-muted">{t('har.after', { time: formats.milliseconds(start) })}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
