import { useEffect } from 'react'

/** Sets the title of the page, which screen readers announce. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Wachta`
  }, [title])
}
