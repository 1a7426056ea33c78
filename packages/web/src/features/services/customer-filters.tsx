import { useI18n } from '../../app/i18n/language.tsx'
import { Select } from '../../ui/select.tsx'
import type { Customer } from './customers.ts'

interface CustomerFiltersProps {
  readonly customers: readonly Customer[]
  /** The id of the selected customer; empty for all. */
  readonly chosen: string
  readonly isGrouped: boolean
  readonly onChange: (change: { customer?: string; by?: string }) => void
}

/** Selects a customer, and whether lists are grouped by customer. Not shown with only one customer. */
export function CustomerFilters({ customers, chosen, isGrouped, onChange }: CustomerFiltersProps) {
  if (customers.length < 2) return null
  return (
    <>
      <CustomerChoice customers={customers} chosen={chosen} onChange={onChange} />
      <GroupByCustomer isGrouped={isGrouped} onChange={onChange} />
    </>
  )
}

/** Selects a customer. */
export function CustomerChoice({ customers, chosen, onChange }: Omit<CustomerFiltersProps, 'isGrouped'>) {
  const { t } = useI18n()
  return (
    <Select
      aria-label={t('column.customer')}
      value={chosen}
      choices={[
        { value: '', label: t('filters.anyCustomer') },
        ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChoose={(customer) => onChange({ customer })}
      className="!w-auto max-w-full"
    />
  )
}

/** Selects whether a list is grouped by customer. */
export function GroupByCustomer({ isGrouped, onChange }: Pick<CustomerFiltersProps, 'isGrouped' | 'onChange'>) {
  const { t } = useI18n()
  return (
    <label className="flex min-h-10 items-center gap-2">
      <input
        type="checkbox"
        checked={isGrouped}
        onChange={() => onChange({ by: isGrouped ? '' : 'customer' })}
        className="size-4.5 accent-accent"
      />
      {t('filters.byCustomer')}
    </label>
  )
}
