import { useEffect } from 'react'

/** The name of the page, in the tab and to those who listen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Wachta`
  }, [title])
}
