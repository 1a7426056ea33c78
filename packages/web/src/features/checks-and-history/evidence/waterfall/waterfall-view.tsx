import { useMemo, useRef, useState } from 'react'
import { Select } from '../../../../ui/select.tsx'
import { useWidth } from '../../../../ui/use-width.ts'
import { type HarRow, isFailedRequest, requestTypes, type Waterfall } from '../har.ts'
import { useEvidenceI18n } from '../use-evidence-i18n.ts'
import { getRequestName } from './request-name.ts'
import { chooseLayout, findAxisLength } from './waterfall-layout.ts'
import { WaterfallLegend } from './waterfall-legend.tsx'
import { WaterfallRow } from './waterfall-row.tsx'

/** The requests of a page on one time axis, with failures marked; each request expands to its details. */
export function WaterfallView({ waterfall }: { readonly waterfall: Waterfall }) {
  const { t, formats } = useEvidenceI18n()
  const { rows, count, marks } = waterfall
  const [type, setType] = useState('')
  const [isOnlyFailed, setOnlyFailed] = useState(false)
  const size = sumSizes(rows)
  const failed = rows.filter(isFailedRequest).length
  const visibleRows = rows.filter(
    (row) => (type === '' || row.type === type) && (!isOnlyFailed || isFailedRequest(row)),
  )
  if (rows.length === 0) return <p className="text-muted">{t('har.empty')}</p>
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          {t('har.summary', { count, failed, known: String(size !== null), size: formats.bytes(size ?? 0) })}
          {rows.length < count && <span className="text-muted"> {t('har.cut', { shown: rows.length })}</span>}
        </p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={isOnlyFailed}
              onChange={() => setOnlyFailed(!isOnlyFailed)}
              className="size-4.5 accent-accent"
            />
            {t('har.onlyFailed', { failed })}
          </label>
          <Select
            aria-label={t('har.type')}
            value={type}
            choices={[
              { value: '', label: t('har.allTypes') },
              ...listTypeChoices(rows, (each) => t(`har.type.${each}`)),
            ]}
            onChoose={setType}
            className="!min-h-9 !w-auto text-sm"
          />
        </div>
      </div>
      <WaterfallLegend rows={rows} marks={marks} />
      {visibleRows.length === 0 ? (
        <p className="text-muted">{t('har.noMatch')}</p>
      ) : (
        <WaterfallTable waterfall={waterfall} visibleRows={visibleRows} />
      )}
    </div>
  )
}

/** The bytes of all requests; null if the size of none is known. */
const sumSizes = (rows: readonly HarRow[]): number | null =>
  rows.reduce<number | null>((sum, { size }) => (size === null ? sum : (sum ?? 0) + size), null)

const listTypeChoices = (rows: readonly HarRow[], getName: (type: HarRow['type']) => string) =>
  requestTypes.flatMap((type) => {
    const count = rows.filter((row) => row.type === type).length
    return count === 0 ? [] : [{ value: type, label: `${getName(type)} (${count})` }]
  })

interface WaterfallTableProps {
  readonly waterfall: Waterfall
  readonly visibleRows: readonly HarRow[]
}

function WaterfallTable({ waterfall: { rows, marks, length: lastEnd }, visibleRows }: WaterfallTableProps) {
  const length = findAxisLength(lastEnd)
  const { t, formats } = useEvidenceI18n()
  const tableRef = useRef<HTMLTableElement>(null)
  const layout = chooseLayout(useWidth(tableRef))
  const mainHost = useMemo(() => getRequestName(rows[0]?.url ?? '').host, [rows])
  const rowIndexes = new Map(rows.map((row, index) => [row, index]))
  return (
    <table ref={tableRef} className="w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">{t('har.title')}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1.5 pr-2 pl-1 font-medium">
            {t('har.request')}
          </th>
          <th scope="col" className={`${layout.hasAxis ? 'w-24' : 'w-19'} py-1.5 pr-3 font-medium`}>
            {t('har.status')}
          </th>
          {layout.hasFacts && (
            <th scope="col" className="w-24 py-1.5 pr-3 font-medium">
              {t('har.type')}
            </th>
          )}
          {layout.hasFacts && (
            <th scope="col" className="w-20 py-1.5 pr-3 text-right font-medium">
              {t('evidence.size')}
            </th>
          )}
          <th scope="col" className={`${layout.hasAxis ? 'w-20 pr-3' : 'w-16'} py-1.5 text-right font-medium`}>
            {t('har.time')}
          </th>
          {layout.hasAxis && (
            <th scope="col" className="w-[42%] py-1.5 font-medium">
              <span className="sr-only">{t('har.axis')}</span>
              <span aria-hidden="true" className="flex justify-between font-normal">
                {[0, 0.25, 0.5, 0.75].map((share) => (
                  <span key={share} className="w-1/4">
                    {formats.milliseconds(length * share)}
                  </span>
                ))}
              </span>
            </th>
          )}
        </tr>
      </thead>
      {visibleRows.map((row) => (
        <WaterfallRow
          key={rowIndexes.get(row)}
          row={row}
          mainHost={mainHost}
          layout={layout}
          marks={marks}
          length={length}
        />
      ))}
    </table>
  )
}
