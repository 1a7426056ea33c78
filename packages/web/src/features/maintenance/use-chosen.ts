import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { meantBy, toFieldText } from '../../app/i18n/wall-time.ts'
import { type Whom, whoms } from './windows.ts'

const route = getRouteApi('/inside/framed/maintenance')

export interface ChosenWindow {
  /** An instant of the week that is shown. */
  readonly instant: number
  readonly view: 'grid' | 'list'
  readonly whom: Whom | ''
  readonly query: string
  readonly set: (change: Partial<Pick<ChosenWindow, 'instant' | 'view' | 'whom' | 'query'>>) => void
}

/** What the calendar shows. All but the search text is in the URL, so that it can be shared. */
export function useChosen(zone: string): ChosenWindow {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  return useMemo((): ChosenWindow => {
    const view = search.view === 'list' ? 'list' : 'grid'
    const whom = whoms.find((each) => each === search.whom) ?? ''
    return {
      instant: meantBy(zone, `${search.week}T12:00`, 'start')?.instant ?? Date.now(),
      view,
      whom,
      query,
      set: (change) => {
        if (change.query !== undefined) return setQuery(change.query)
        const week = change.instant === undefined ? search.week : toFieldText(zone, change.instant).slice(0, 10)
        const next = { week, view: change.view ?? view, whom: change.whom ?? whom }
        void navigate({
          to: '/maintenance',
          search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== '')),
          replace: true,
          resetScroll: false,
        })
      },
    }
  }, [zone, search, query, navigate])
}
