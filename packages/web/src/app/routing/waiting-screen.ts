import { useSyncExternalStore } from 'react'

/** A screen that is being loaded, or waits until the API is reachable again. */
export interface WaitingScreen {
  readonly kind: 'loading' | 'offline'
  readonly href: string
}

let waiting: WaitingScreen | null = null
const listeners = new Set<() => void>()

export const waitingScreen = {
  get: (): WaitingScreen | null => waiting,
  set(next: WaitingScreen | null): void {
    waiting = next
    for (const listener of listeners) listener()
  },
}

export const useWaitingScreen = (): WaitingScreen | null => useSyncExternalStore(subscribe, waitingScreen.get)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
