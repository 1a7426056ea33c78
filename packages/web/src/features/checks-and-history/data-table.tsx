import { type ReactNode, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'

/**
 * A collapsible table of the data of a chart, for people who cannot see it. The rows are rendered only while it is
 * open.
 */
export function CollapsibleData({ children }: { readonly children: () => ReactNode }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-block min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink">
        {t('chart.showAsTable')}
      </summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={t('chart.showAsTable')}
        className="mt-2 max-h-80 overflow-auto rounded-md border border-line"
      >
        {isOpen && children()}
      </section>
    </details>
  )
}

interface DataRowsProps {
  readonly caption: string
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function DataRows({ caption, headers, rows }: DataRowsProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-surface">
        <tr>
          {headers.map((header, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: two sensors may have the same name, columns stay in place
              key={index}
              scope="col"
              className={`px-3 py-1.5 font-medium text-muted ${index > 0 ? 'text-right' : 'text-left'}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...cells]) => (
          <tr key={first} className="border-t border-line">
            <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
              {first}
            </th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in place
              <td key={index} className="px-3 py-1 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
