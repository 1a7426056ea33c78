import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

/** How much lower a row is in a compact table. */
export const compactSaving = 16

/** Returns how tall rows are, as the root element of the page says, for what CSS cannot do. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, read, () => 'comfortable')
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}

const read = (): Density => (document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable')
