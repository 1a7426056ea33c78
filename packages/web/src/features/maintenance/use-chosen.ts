import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseFieldTime, toFieldText } from '../../app/i18n/wall-time.ts'
import { useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { type Whom, whoms } from './windows.ts'

const route = getRouteApi('/inside/framed/maintenance')

export interface ChosenWindow {
  /** An instant in the displayed week. */
  readonly instant: number
  readonly view: 'grid' | 'list'
  readonly whom: Whom | ''
  readonly query: string
  readonly set: (change: Partial<Pick<ChosenWindow, 'instant' | 'view' | 'whom' | 'query'>>) => void
}

/** Returns the view state of the calendar. It is kept in the URL, so that links can be shared. */
export function useChosen(zone: string): ChosenWindow {
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  return useMemo((): ChosenWindow => {
    const view = search.view === 'list' ? 'list' : 'grid'
    const whom = whoms.find((each) => each === search.whom) ?? ''
    return {
      instant: parseFieldTime(zone, `${search.week}T12:00`, 'start')?.instant ?? Date.now(),
      view,
      whom,
      query,
      set: ({ query: text, instant, ...next }) => {
        if (text !== undefined) setQuery(text)
        else change({ ...next, ...(instant !== undefined && { week: toFieldText(zone, instant).slice(0, 10) }) })
      },
    }
  }, [zone, search, query, setQuery, change])
}
