import { useSyncExternalStore } from 'react'

/** Whether the window is as the query says, e.g. `(min-width: 48rem)`; for what cannot be left to the style sheet. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
