import { useSyncExternalStore } from 'react'

/** Whether the live stream is connected; if not, since when. */
export type Liveness =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'late'; readonly since: Date; readonly reason: string }

let current: Liveness = { kind: 'connecting' }
const listeners = new Set<() => void>()

export const liveness = {
  get: (): Liveness => current,
  connecting(): void {
    change({ kind: 'connecting' })
  },
  live(): void {
    if (current.kind !== 'live') change({ kind: 'live' })
  },
  late(reason: string): void {
    if (current.kind !== 'late' || current.reason !== reason)
      change({ kind: 'late', since: current.kind === 'late' ? current.since : new Date(), reason })
  },
}

export const useLiveness = (): Liveness => useSyncExternalStore(subscribe, liveness.get)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Liveness): void {
  current = next
  for (const listener of listeners) listener()
}
