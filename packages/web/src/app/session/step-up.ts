import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

type SettleStepUp = (isConfirmed: boolean) => void

let waiting: readonly SettleStepUp[] = []
const listeners = new Set<() => void>()

/** Requests that need a step-up wait here. The dialog of the frame settles all of them at once. */
export const stepUp = {
  ask: (): Promise<boolean> => new Promise((settle) => change([...waiting, settle])),
  settle(isConfirmed: boolean): void {
    const settled = waiting
    change([])
    for (const settle of settled) settle(isConfirmed)
  },
}

// Waiting requests belong to the session that sent them, so the user of the next session must not confirm them.
let lastToken = session.token()
session.subscribe(() => {
  if (session.token() === lastToken) return
  lastToken = session.token()
  stepUp.settle(false)
})

/** Whether a request waits for a step-up. */
export const useStepUp = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly SettleStepUp[]): void {
  waiting = next
  for (const listener of listeners) listener()
}
