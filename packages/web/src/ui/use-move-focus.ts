import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus within a list after it has changed: pass selectors in order of preference; the first one that matches
 * an enabled element wins.
 */
export function useMoveFocus<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  const [pendingSelectors, setPendingSelectors] = useState<readonly string[]>([])
  useEffect(() => {
    if (pendingSelectors.length === 0) return
    setPendingSelectors([])
    for (const selector of pendingSelectors) {
      const found = root.current?.querySelector<HTMLElement>(selector)
      if (!found || found.matches(':disabled')) continue
      found.focus()
      return
    }
  }, [pendingSelectors])
  return { root, focus: (...selectors: readonly string[]) => setPendingSelectors(selectors) }
}
