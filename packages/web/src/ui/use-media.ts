import { useSyncExternalStore } from 'react'

/** Whether a media query such as `(min-width: 48rem)` matches, for what CSS cannot do. */
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
