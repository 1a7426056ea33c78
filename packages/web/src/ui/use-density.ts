import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

/** How much lower a row is in a compact table. */
export const compactSavingPx = 16

/** Returns the row density that is set on the root element, for layouts that CSS cannot do. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, readDensity, () => 'comfortable')
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}

const readDensity = (): Density =>
  document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'
