import { liveness } from '../client/liveness.ts'
import { preferences } from '../i18n/preferences.ts'
import { session } from '../session/session.ts'
import { connectHub, type HubConnection } from './connect-hub.ts'
import type { HubMessage, LiveState } from './protocol.ts'

const heartbeatIntervalMs = 20_000

type LiveListener = (data: string) => void
const listeners = new Map<string, Set<LiveListener>>()

/**
 * Calls the listener with the data of every event of this name on the live stream, and returns a function that removes
 * the listener. `ready` comes when the stream is open: later changes are reported, earlier ones must be fetched.
 */
export function onLiveEvent(event: string, listener: LiveListener): () => void {
  const eventListeners = listeners.get(event) ?? new Set()
  listeners.set(event, eventListeners.add(listener))
  return () => eventListeners.delete(listener)
}

/** Follows the live stream of the signed-in user, which all tabs share. */
export function followLive(): void {
  let connection: HubConnection | null = null
  let followedToken: string | undefined
  let isAnswered = true

  const receive = (message: HubMessage) => {
    isAnswered = true
    // Events that are still in transit may belong to the previous session.
    if (message.token !== session.token()) return
    if (message.kind === 'state') showState(message.state)
    else for (const listener of listeners.get(message.event) ?? []) listener(message.data)
  }
  const follow = () => {
    const token = session.token()
    if (token === undefined) return leave()
    if (token !== followedToken) liveness.connecting()
    followedToken = token
    isAnswered = false
    connection ??= connectHub(receive)
    connection.send({ kind: 'follow', token, language: preferences.get().language, isOnline: navigator.onLine })
  }
  const leave = () => {
    if (followedToken !== undefined) connection?.send({ kind: 'leave' })
    followedToken = undefined
    isAnswered = true
  }
  const postHeartbeat = () => {
    // A worker that has died sends no message, so the tab would wait for its events forever.
    if (!isAnswered) {
      connection?.send({ kind: 'leave' })
      connection?.close()
      connection = null
    }
    follow()
  }
  session.subscribe(() => {
    if (session.token() !== followedToken) follow()
  })
  setInterval(postHeartbeat, heartbeatIntervalMs)
  for (const event of ['online', 'offline', 'pageshow']) window.addEventListener(event, follow)
  // The hub may have removed a page that the browser had frozen.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow()
  })
  window.addEventListener('pagehide', leave)
  follow()
}

function showState(state: LiveState): void {
  if (state.kind === 'delayed') liveness.setDelayed(state.reason, new Date(state.since))
  else if (state.kind === 'sessionEnded') session.end('expired')
  else liveness[state.kind]()
}
