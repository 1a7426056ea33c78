import { useSyncExternalStore } from 'react'

/** Whether the live stream is connected; if not, since when. */
export type Liveness =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'delayed'; readonly since: Date; readonly reason: string }

let current: Liveness = { kind: 'connecting' }
const listeners = new Set<() => void>()

export const liveness = {
  get: (): Liveness => current,
  connecting(): void {
    if (current.kind !== 'connecting') change({ kind: 'connecting' })
  },
  live(): void {
    if (current.kind !== 'live') change({ kind: 'live' })
  },
  setDelayed(reason: string, since: Date): void {
    if (current.kind !== 'delayed' || current.reason !== reason || current.since.getTime() !== since.getTime())
      change({ kind: 'delayed', since, reason })
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useLiveness = (): Liveness => useSyncExternalStore(liveness.subscribe, liveness.get)

function change(next: Liveness): void {
  current = next
  for (const listener of listeners) listener()
}
