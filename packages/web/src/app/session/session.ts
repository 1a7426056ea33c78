import { useSyncExternalStore } from 'react'

export interface SignedInSession {
  readonly id: number
  readonly token: string
  /** While somebody else's account is looked at: one's own session, and the name of the account. */
  readonly own?: { readonly id: number; readonly token: string }
  readonly observed?: string
}

/** Why nobody is signed in any more; `out` when they wanted it so. */
export type Ending = 'out' | 'expired'

interface State {
  readonly session: SignedInSession | null
  readonly ending: Ending | null
}

const storedUnder = 'wachta.session'
const channelName = 'wachta.session'
/** A tab that has the session answers at once; nobody waits long for one that does not exist. */
const patience = 120

type Note =
  | { readonly kind: 'ask' }
  | { readonly kind: 'session'; readonly session: SignedInSession }
  | { readonly kind: 'out' }

let state: State = { session: stored(), ending: null }
const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)

/**
 * The session of this tab. Its token lives in sessionStorage: it is gone with the tab and never written to the disk for
 * good, no other site makes the browser send it (as it would a cookie), and a page that is loaded again keeps it.
 * Other tabs of the app are given it when they ask, so that a link opens in a new tab without signing in again.
 */
export const session = {
  get: (): State => state,
  token: (): string | undefined => state.session?.token,
  begin(begun: SignedInSession): void {
    change({ session: begun, ending: null })
  },
  /** Looks at another account; one's own session waits underneath. */
  observe({ id, token }: Pick<SignedInSession, 'id' | 'token'>, observed: string): void {
    const own = state.session
    if (own && !own.own)
      change({ session: { id, token, own: { id: own.id, token: own.token }, observed }, ending: null })
  },
  stopObserving(): void {
    if (state.session?.own) change({ session: state.session.own, ending: null })
  },
  end(ending: Ending): void {
    if (state.session === null) return
    // A look that has come to its end leads back to oneself, not out.
    const own = ending === 'expired' ? state.session.own : undefined
    change(own ? { session: own, ending: null } : { session: null, ending })
    if (ending === 'out') channel?.postMessage({ kind: 'out' } satisfies Note)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useSession = (): State => useSyncExternalStore(session.subscribe, session.get)

/** Asks the other tabs, once, when the app starts without a session. */
export async function borrowSession(): Promise<void> {
  if (state.session !== null || channel === null) return
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(resolve)
    channel.postMessage({ kind: 'ask' } satisfies Note)
    setTimeout(() => {
      stop()
      resolve()
    }, patience)
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<Note>) => {
  if (data.kind === 'ask' && state.session) channel.postMessage({ kind: 'session', session: state.session })
  if (data.kind === 'session' && state.session === null && state.ending === null)
    change({ session: data.session, ending: null })
  if (data.kind === 'out' && state.session !== null) change({ session: null, ending: 'out' })
})

function change(next: State): void {
  state = next
  try {
    if (next.session) sessionStorage.setItem(storedUnder, JSON.stringify(next.session))
    else sessionStorage.removeItem(storedUnder)
  } catch {
    // A browser that keeps nothing signs out with every page.
  }
  for (const listener of listeners) listener()
}

function stored(): SignedInSession | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storedUnder) ?? 'null')
    return isSession(value) ? value : null
  } catch {
    return null
  }
}

/** Nobody but this app writes there, but a session of an older version may be left. */
function isSession(value: unknown): value is SignedInSession {
  if (typeof value !== 'object' || value === null || !('token' in value) || !('id' in value)) return false
  const isWhole = !('own' in value) || isSession(value.own)
  return typeof value.token === 'string' && typeof value.id === 'number' && isWhole
}
