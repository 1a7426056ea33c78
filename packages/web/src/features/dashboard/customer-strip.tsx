import { useI18n } from '../../app/i18n/language.tsx'
import type { ServiceSection } from '../services/sections.ts'
import { StateCounts } from '../services/state-counts.tsx'

/** If there are more customers, the rest can be selected from a list. */
export const maxShownCustomers = 12

interface CustomerStripProps {
  /** The customers, those with the most urgent state first. */
  readonly customers: readonly ServiceSection[]
  /** The id of the selected customer; empty for all. */
  readonly chosen: string
  readonly onChoose: (customer: string) => void
}

/** The customers with the states of their services, worst first. Each is a toggle that filters the list. */
export function CustomerStrip({ customers, chosen, onChoose }: CustomerStripProps) {
  const { t } = useI18n()
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('dashboard.customers')}</legend>
      {customers.slice(0, maxShownCustomers).map(({ id, name, worst, counts }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen === String(id)}
          onClick={() => onChoose(chosen === String(id) ? '' : String(id))}
          className={`flex min-h-(--control) max-w-full items-center gap-3 rounded-md border border-l-4 border-line bg-surface px-3 text-left shadow-card hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft ${edgeClasses[worst]}`}
        >
          <span className="min-w-0 truncate font-medium">{name}</span>
          <StateCounts counts={counts} />
        </button>
      ))}
      {customers.length > maxShownCustomers && (
        <span className="text-sm text-muted">{t('wall.more', { count: customers.length - maxShownCustomers })}</span>
      )}
    </fieldset>
  )
}

const edgeClasses: Readonly<Record<ServiceSection['worst'], string>> = {
  failure: 'border-l-failure-fill',
  unknown: 'border-l-unknown-fill',
  slow: 'border-l-slow',
  ok: 'border-l-ok-fill',
  paused: 'border-l-paused-fill',
}
