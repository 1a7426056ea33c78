import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus within a list after it has changed: pass selectors, of which the first that matches something enabled
 * gets it.
 */
export function useMoveFocus<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  const [wanted, setWanted] = useState<readonly string[]>([])
  useEffect(() => {
    if (wanted.length === 0) return
    setWanted([])
    for (const selector of wanted) {
      const found = root.current?.querySelector<HTMLElement>(selector)
      if (!found || found.matches(':disabled')) continue
      found.focus()
      return
    }
  }, [wanted])
  return { root, focus: (...selectors: readonly string[]) => setWanted(selectors) }
}
