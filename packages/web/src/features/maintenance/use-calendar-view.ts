import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseFieldTime, toFieldText } from '../../app/i18n/wall-time.ts'
import { useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { type TargetKind, targetKinds } from './windows.ts'

const route = getRouteApi('/inside/framed/maintenance')

export interface CalendarView {
  /** An instant in the displayed week. */
  readonly instant: number
  readonly view: 'grid' | 'list'
  readonly targetKind: TargetKind | ''
  readonly query: string
  readonly set: (change: Partial<Pick<CalendarView, 'instant' | 'view' | 'targetKind' | 'query'>>) => void
}

/** Returns the view state of the calendar. It is kept in the URL, so that links can be shared. */
export function useCalendarView(zone: string): CalendarView {
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  return useMemo((): CalendarView => {
    const view = search.view === 'list' ? 'list' : 'grid'
    const targetKind = targetKinds.find((each) => each === search.whom) ?? ''
    return {
      instant: parseFieldTime(zone, `${search.week}T12:00`, 'start')?.instant ?? Date.now(),
      view,
      targetKind,
      query,
      set: ({ query: text, instant, targetKind: whom, ...next }) => {
        if (text !== undefined) setQuery(text)
        else
          change({
            ...next,
            ...(whom !== undefined && { whom }),
            ...(instant !== undefined && { week: toFieldText(zone, instant).slice(0, 10) }),
          })
      },
    }
  }, [zone, search, query, setQuery, change])
}
