import { useSyncExternalStore } from 'react'

let lostAt: Date | null = navigator.onLine ? null : new Date()
const listeners = new Set<() => void>()

/** Since when the API has been unreachable, or null; outdated data must not be mistaken for current data. */
export const connection = {
  get: (): Date | null => lostAt,
  markOffline(): void {
    if (lostAt === null) change(new Date())
  },
  markOnline(): void {
    if (lostAt !== null) change(null)
  },
}

export const useConnection = (): Date | null => useSyncExternalStore(subscribe, connection.get)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(at: Date | null): void {
  lostAt = at
  for (const listener of listeners) listener()
}

window.addEventListener('offline', connection.markOffline)
window.addEventListener('online', connection.markOnline)
