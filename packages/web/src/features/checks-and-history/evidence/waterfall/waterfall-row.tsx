import { memo, useState } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { StatusMark } from '../../../../ui/status-mark.tsx'
import { type HarRow, isFailedRequest, type Waterfall } from '../har.ts'
import { useEvidenceI18n } from '../use-evidence-i18n.ts'
import { RequestDetails } from './request-details.tsx'
import { getRequestName } from './request-name.ts'
import { WaterfallBar } from './waterfall-bar.tsx'
import type { WaterfallLayout } from './waterfall-layout.ts'

interface WaterfallRowProps extends Pick<Waterfall, 'marks' | 'length'> {
  readonly row: HarRow
  /** The host that is not repeated in every row. */
  readonly mainHost: string
  readonly layout: WaterfallLayout
}

/** One request. The whole row opens its details, for the mouse; its button is for the keyboard and for screen readers. */
export const WaterfallRow = memo(function WaterfallRow({ row, mainHost, layout, marks, length }: WaterfallRowProps) {
  const { t, formats } = useEvidenceI18n()
  const { hasAxis, hasFacts } = layout
  const columns = 3 + (hasAxis ? 1 : 0) + (hasFacts ? 2 : 0)
  const [isOpen, setOpen] = useState(false)
  const { host, name } = getRequestName(row.url)
  const bar = <WaterfallBar row={row} marks={marks} length={length} />
  return (
    <tbody className="border-b border-line">
      <tr onClick={() => setOpen(!isOpen)} className="cursor-pointer hover:bg-hover">
        <td className="overflow-hidden py-0 pr-2 pl-1">
          <button type="button" aria-expanded={isOpen} className="flex min-h-7 w-full items-center gap-1 text-left">
            <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
            <span className="truncate">
              {row.method !== 'GET' && <span className="font-medium">{row.method} </span>}
              {name}
              {host !== mainHost && <span className="text-muted"> {host}</span>}
            </span>
          </button>
        </td>
        <td className="py-0 pr-3 whitespace-nowrap">
          <RequestStatus row={row} />
        </td>
        {hasFacts && <td className="truncate py-0 pr-3 text-muted">{t(`har.type.${row.type}`)}</td>}
        {hasFacts && (
          <td className="py-0 pr-3 text-right whitespace-nowrap">
            {row.size === null ? '–' : formats.bytes(row.size)}
          </td>
        )}
        <td className={`py-0 text-right whitespace-nowrap ${hasAxis ? 'pr-3' : ''}`}>
          {formats.milliseconds(row.length)}
        </td>
        {hasAxis && <td className="h-7 p-0">{bar}</td>}
      </tr>
      {!hasAxis && (
        <tr>
          <td colSpan={columns} className="p-0">
            {bar}
          </td>
        </tr>
      )}
      {isOpen && (
        <tr>
          <td colSpan={columns} className="bg-sunken px-3">
            <RequestDetails row={row} />
          </td>
        </tr>
      )}
    </tbody>
  )
})

function RequestStatus({ row }: { readonly row: HarRow }) {
  const { t } = useEvidenceI18n()
  if (row.isBlocked) return <StatusMark status="paused" text={t('har.blocked')} />
  if (row.isPending) return <StatusMark status="unknown" text={t('har.pending')} />
  const word = row.status === 0 || row.error !== '' ? t('har.failed') : String(row.status)
  return isFailedRequest(row) ? <StatusMark status="failure" text={word} /> : word
}
