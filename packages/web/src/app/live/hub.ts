import { createClient } from '@wachta/client'
import { keepListening } from './keep-listening.ts'
import type { HubMessage, LiveState, TabMessage } from './protocol.ts'

/**
 * A tab that was silent for this long counts as closed: it crashed, or the browser froze it. Browsers let a hidden tab
 * run its timers once a minute.
 */
const maxSilenceMs = 180_000

/** The port through which the hub sends messages to a tab. */
export interface TabPort {
  postMessage(message: HubMessage): void
}

interface FollowingTab {
  readonly stream: Stream
  readonly isOnline: boolean
  readonly heardAt: number
}

interface Stream {
  readonly token: string
  readonly language: string
  state: LiveState
  /** Aborts the connection; null while all tabs are offline. Still set when a rejected session has ended the stream. */
  running: AbortController | null
}

export interface Hub {
  receive(port: TabPort, message: TabMessage): void
  /** Removes tabs that have closed without a message. */
  prune(now?: number): void
}

/**
 * Shares live streams among tabs: one for each session, open while at least one of its tabs is online. All events are
 * forwarded, whatever their name. A tab never gets the events of another session, because streams are looked up by
 * session token.
 */
export function createHub(baseUrl: string): Hub {
  const streams = new Map<string, Stream>()
  const tabs = new Map<TabPort, FollowingTab>()

  const getFollowers = (stream: Stream) => [...tabs].filter(([, tab]) => tab.stream === stream)

  function send(stream: Stream, message: HubMessage): void {
    for (const [port] of getFollowers(stream)) port.postMessage(message)
  }

  function setState(stream: Stream, state: LiveState): void {
    stream.state = state
    send(stream, { kind: 'state', token: stream.token, state })
  }

  function run(stream: Stream): AbortController {
    const { token, language } = stream
    const controller = new AbortController()
    const client = createClient({ baseUrl, token: () => token, language: () => language })
    const open = (signal: AbortSignal) => client.call('watch_service_statuses', {}, { signal, retry: false })
    const callbacks = {
      onState: (state: LiveState) => setState(stream, state),
      onEvent: (event: string, data: string) => send(stream, { kind: 'event', token, event, data }),
    }
    void keepListening(open, callbacks, controller.signal)
    return controller
  }

  /** Starts the stream if one of its tabs is online, otherwise stops it; removes it with its last tab. */
  function adjust(stream: Stream): void {
    const followers = getFollowers(stream)
    const isWanted = followers.some(([, tab]) => tab.isOnline)
    if (isWanted && stream.state.kind !== 'sessionEnded') stream.running ??= run(stream)
    if (!isWanted) {
      stream.running?.abort()
      stream.running = null
      // An aborted connection reports no state, so without this message the tabs would still seem to be live.
      if (followers.length > 0 && !['delayed', 'sessionEnded'].includes(stream.state.kind))
        setState(stream, { kind: 'delayed', since: Date.now(), reason: '' })
    }
    if (followers.length === 0) streams.delete(stream.token)
  }

  function leave(port: TabPort): void {
    const tab = tabs.get(port)
    if (!tab) return
    tabs.delete(port)
    adjust(tab.stream)
  }

  function follow(port: TabPort, { token, language, isOnline }: Extract<TabMessage, { kind: 'follow' }>): void {
    const knownTab = tabs.get(port)
    const isNew = knownTab?.stream.token !== token
    if (knownTab && isNew) leave(port)
    const stream = streams.get(token) ?? { token, language, state: { kind: 'connecting' }, running: null }
    streams.set(token, stream)
    tabs.set(port, { stream, isOnline, heardAt: Date.now() })
    adjust(stream)
    port.postMessage({ kind: 'state', token, state: stream.state })
    // The tab has missed the `ready` event of the open stream; from now on, it gets all events.
    if (isNew && stream.state.kind === 'live') port.postMessage({ kind: 'event', token, event: 'ready', data: '{}' })
  }

  return {
    receive(port, message) {
      if (message.kind === 'follow') follow(port, message)
      else leave(port)
    },
    prune(now = Date.now()) {
      for (const [port, { heardAt }] of [...tabs]) if (now - heardAt > maxSilenceMs) leave(port)
    },
  }
}
