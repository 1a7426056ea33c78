import { useMemo, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Selection } from '../../ui/table.tsx'
import type { ServiceWithStatus } from './queries.ts'

/** The selected rows of the list; rows that a filter hides are no longer selected. */
export function useSelection(shown: readonly ServiceWithStatus[]) {
  const { t } = useI18n()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const services = useMemo(() => shown.filter(({ id }) => keys.has(String(id))), [shown, keys])
  const chosen = useMemo(() => new Set(services.map(({ id }) => String(id))), [services])
  const tableSelection: Selection = {
    chosen,
    toggle: (key) =>
      setKeys(chosen.has(key) ? new Set([...chosen].filter((each) => each !== key)) : new Set([...chosen, key])),
    toggleAll: () => setKeys(chosen.size === shown.length ? new Set() : new Set(shown.map(({ id }) => String(id)))),
    getLabel: (key) => t('bulk.choose', { name: shown.find(({ id }) => String(id) === key)?.name ?? key }),
    allLabel: t('bulk.chooseAll'),
  }
  return { forTable: tableSelection, services, clear: () => setKeys(new Set()) }
}
