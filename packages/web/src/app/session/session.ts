import { useSyncExternalStore } from 'react'

export interface SignedInSession {
  readonly id: number
  readonly token: string
  /** The user's own session, while they observe another account. */
  readonly own?: { readonly id: number; readonly token: string }
  /** The name of the observed account. */
  readonly observed?: string
}

/** Why the session ended; `out` if the user signed out. */
export type SessionEnd = 'out' | 'expired'

interface State {
  readonly session: SignedInSession | null
  readonly ending: SessionEnd | null
}

const storageKey = 'wachta.session'
const channelName = 'wachta.session'
/** How long to wait for another tab with a session; such a tab answers immediately. */
const otherTabTimeoutMs = 120

type ChannelMessage =
  | { readonly kind: 'ask' }
  | { readonly kind: 'session'; readonly session: SignedInSession }
  | { readonly kind: 'out' }

let state: State = { session: readStoredSession(), ending: null }
const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)

/**
 * The session of this tab. Its token is in sessionStorage: it survives a reload and is deleted with the tab. Unlike a
 * cookie, it is never sent by the browser on behalf of another site. Other tabs of the app receive it on request, so
 * that a link opens in a new tab without signing in again.
 */
export const session = {
  get: (): State => state,
  token: (): string | undefined => state.session?.token,
  begin(session: SignedInSession): void {
    change({ session, ending: null })
  },
  /** Starts to observe another account; the user's own session is restored afterwards. */
  observe({ id, token }: Pick<SignedInSession, 'id' | 'token'>, observed: string): void {
    const ownSession = state.session
    if (ownSession && !ownSession.own)
      change({ session: { id, token, own: { id: ownSession.id, token: ownSession.token }, observed }, ending: null })
  },
  stopObserving(): void {
    if (state.session?.own) change({ session: state.session.own, ending: null })
  },
  end(ending: SessionEnd): void {
    if (state.session === null) return
    // If the session of an observer expires, return to the own session instead of signing out.
    const ownSession = ending === 'expired' ? state.session.own : undefined
    change(ownSession ? { session: ownSession, ending: null } : { session: null, ending })
    if (ending === 'out') channel?.postMessage({ kind: 'out' } satisfies ChannelMessage)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useSession = (): State => useSyncExternalStore(session.subscribe, session.get, session.get)

/** Asks other tabs for their session, once when the app starts without one. */
export async function adoptSessionFromOtherTab(): Promise<void> {
  if (state.session !== null || channel === null) return
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(resolve)
    channel.postMessage({ kind: 'ask' } satisfies ChannelMessage)
    setTimeout(() => {
      stop()
      resolve()
    }, otherTabTimeoutMs)
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
  if (data.kind === 'ask' && state.session) channel.postMessage({ kind: 'session', session: state.session })
  if (data.kind === 'session' && state.session === null && state.ending === null)
    change({ session: data.session, ending: null })
  if (data.kind === 'out' && state.session !== null) change({ session: null, ending: 'out' })
})

function change(next: State): void {
  state = next
  try {
    if (next.session) sessionStorage.setItem(storageKey, JSON.stringify(next.session))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without session storage every page load starts signed out.
  }
  for (const listener of listeners) listener()
}

function readStoredSession(): SignedInSession | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isSession(value) ? value : null
  } catch {
    return null
  }
}

/** Checks the shape, because the storage may still hold a session of an older version of the app. */
function isSession(value: unknown): value is SignedInSession {
  if (typeof value !== 'object' || value === null || !('token' in value) || !('id' in value)) return false
  const isOwnSessionValid = !('own' in value) || isSession(value.own)
  return typeof value.token === 'string' && typeof value.id === 'number' && isOwnSessionValid
}
