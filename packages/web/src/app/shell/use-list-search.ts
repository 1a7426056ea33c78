import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type SortState, toggleSorting } from '../../ui/table-rows.ts'
import { mergeSearch, parsePage, type SearchChange, toPageText, toSorting, toSortText } from '../routing/search.ts'

/** How long to wait after the last key before the URL changes. */
const debounceMs = 400

type Change = SearchChange | ((before: SearchChange) => SearchChange)

/**
 * Returns a function that changes the search parameters of the URL. Filters of a list are stored only there, so that
 * Back, reload and a copied link restore them. With the kind `step`, a change adds an entry to the history.
 */
export function useSearchChange(): (change: Change, kind?: 'step') => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const ownPathname = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (change, kind) => {
      // Do not navigate back if another screen is already loading.
      if (history.location.pathname !== ownPathname) return
      const search = (before: SearchChange) =>
        mergeSearch(before, typeof change === 'function' ? change(before) : change)
      void navigate({ to: '.', search, replace: kind !== 'step', resetScroll: false })
    },
    [history, navigate, ownPathname],
  )
}

/** The text of a search field. It is written to the URL after a pause, and follows the URL otherwise. */
export function useTypedText(committed: string, commit: (text: string) => void) {
  const [text, setText] = useState(committed)
  const lastCommitted = useRef(committed)
  const commitTyped = useEffectEvent((typed: string) => {
    lastCommitted.current = typed
    commit(typed)
  })
  useEffect(() => {
    if (committed === lastCommitted.current) return
    lastCommitted.current = committed
    setText(committed)
  }, [committed])
  useEffect(() => {
    if (text === lastCommitted.current) return
    const timer = setTimeout(() => commitTyped(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}

/** The page of a list, counted from 0, and a function to change it. */
export function usePage(name: 'page' | 'rule_page' | 'current_page' | 'ended_page' = 'page') {
  const { [name]: text } = useSearch({ strict: false })
  const change = useSearchChange()
  return [parsePage(text), (page: number) => change({ [name]: toPageText(page) }, 'step')] as const
}

/** The sort order of a table: from the URL, or the default. */
export function useSorting(defaultSorting: SortState | null, name: 'sort' | 'usual_sort' = 'sort') {
  const { [name]: text } = useSearch({ strict: false })
  const change = useSearchChange()
  return {
    sorting: toSorting(text) ?? defaultSorting,
    onSort: (column: string) =>
      change((before) => ({ [name]: toSortText(toggleSorting(toSorting(before[name]) ?? defaultSorting, column)) })),
  }
}
