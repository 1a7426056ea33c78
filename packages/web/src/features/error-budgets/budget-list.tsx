import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type BudgetedService, findSpenders, findTrouble } from './budget-state.ts'
import { describeBudget } from './budget-text.ts'
import { budgetsQuery } from './queries.ts'

interface BudgetListProps {
  readonly services: readonly BudgetedService[]
}

/** Services whose error budget of 30 days is spent or nearly spent; renders nothing if there are none. */
export function BudgetList({ services }: BudgetListProps) {
  const { t, formats } = useI18n()
  const spenders = useMemo(() => findSpenders(services, Date.now()), [services])
  // Sorted by id, so that a service that changes its position causes no new requests.
  const ids = spenders.map(({ id }) => id).toSorted((one, other) => one - other)
  const { data } = useQuery({ ...budgetsQuery(ids), enabled: ids.length > 0 })
  const shown = spenders.flatMap((service) => {
    const budget = data?.get(service.id)
    const trouble = budget && findTrouble(budget)
    return trouble ? [{ service, budget, trouble }] : []
  })
  if (shown.length === 0) return null
  return (
    <section
      aria-labelledby="error-budgets"
      className="mb-4 grid gap-2 rounded-lg border border-l-4 border-line border-l-unknown-fill bg-surface px-4 py-3 shadow-card"
    >
      <h2 id="error-budgets" className="font-medium">
        {t('budgets.title', { count: shown.length })}
      </h2>
      <ul className="grid gap-1">
        {shown.map(({ service, budget, trouble }) => (
          <li key={service.id} className="flex flex-wrap items-baseline gap-x-3">
            <StatusMark status={trouble === 'spent' ? 'failure' : 'warning'} text={t(`budgets.${trouble}`)} />
            <Link
              to="/services/$id"
              params={{ id: String(service.id) }}
              className="min-w-0 truncate font-medium text-ink underline-offset-4 hover:underline"
            >
              {service.name}
            </Link>
            <span className="text-sm text-muted">
              {t('budgets.text', {
                target: formats.number(budget.target, 5),
                left: describeBudget(budget, t, formats),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
