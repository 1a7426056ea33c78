import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pressed, type Sorting } from '../../ui/table-rows.ts'
import { mergeSearch, parsePage, type SearchChange, toPageText, toSorting, toSortText } from '../routing/search.ts'

/** So long a hand that types may rest before the address follows. */
const restMs = 400

type Change = SearchChange | ((before: SearchChange) => SearchChange)

/**
 * Changes what the address of this screen says: there alone stands how a list is narrowed, so that Back, reload and a
 * copied link find it again. A `step` is one that Back undoes.
 */
export function useSearchChange(): (change: Change, kind?: 'step') => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (change, kind) => {
      // Whoever is on the way to another screen, which is still being loaded, is not called back.
      if (history.location.pathname !== own) return
      const search = (before: SearchChange) =>
        mergeSearch(before, typeof change === 'function' ? change(before) : change)
      void navigate({ to: '.', search, replace: kind !== 'step', resetScroll: false })
    },
    [history, navigate, own],
  )
}

/** A text that is being typed. It goes to the address once the hand rests, and follows what the address says otherwise. */
export function useTypedText(committed: string, commit: (text: string) => void) {
  const [text, setText] = useState(committed)
  const last = useRef(committed)
  const rest = useEffectEvent((rested: string) => {
    last.current = rested
    commit(rested)
  })
  useEffect(() => {
    if (committed === last.current) return
    last.current = committed
    setText(committed)
  }, [committed])
  useEffect(() => {
    if (text === last.current) return
    const timer = setTimeout(() => rest(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}

/** The page of a list, counted from 0, and the way to another. */
export function usePage(name: 'page' | 'rule_page' | 'current_page' | 'ended_page' = 'page') {
  const { [name]: text } = useSearch({ strict: false })
  const change = useSearchChange()
  return [parsePage(text), (page: number) => change({ [name]: toPageText(page) }, 'step')] as const
}

/** How a table is sorted: as the address says, or else as it is usually. */
export function useSorting(usual: Sorting | null, name: 'sort' | 'usual_sort' = 'sort') {
  const { [name]: text } = useSearch({ strict: false })
  const change = useSearchChange()
  return {
    sorting: toSorting(text) ?? usual,
    onSort: (column: string) =>
      change((before) => ({ [name]: toSortText(pressed(toSorting(before[name]) ?? usual, column)) })),
  }
}
