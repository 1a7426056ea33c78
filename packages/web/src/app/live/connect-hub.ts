import type { HubMessage, TabMessage } from './protocol.ts'

export interface HubConnection {
  send(message: TabMessage): void
  close(): void
}

/**
 * Connects to the hub in the shared worker. A browser without shared workers, or one that cannot start it, gets a
 * separate hub in this tab.
 */
export function connectHub(onMessage: (message: HubMessage) => void): HubConnection {
  let lastMessage: TabMessage | null = null
  let port = listenOn(
    openWorker(() => {
      port = listenOn(openLocalHub(), onMessage)
      // The worker could not process the last message: send it again.
      if (lastMessage) port.postMessage(lastMessage)
    }),
    onMessage,
  )
  return {
    send(message) {
      lastMessage = message
      port.postMessage(message)
    },
    close: () => port.close(),
  }
}

function openWorker(onError: () => void): MessagePort {
  if (typeof SharedWorker === 'undefined') return openLocalHub()
  try {
    const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' })
    worker.addEventListener('error', onError, { once: true })
    return worker.port
  } catch {
    // Privacy settings can forbid shared workers.
    return openLocalHub()
  }
}

function openLocalHub(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  // Loaded on demand, because few browsers need it. Until then, messages wait in the port.
  void import('./hub.ts').then(({ createHub }) => {
    const hub = createHub('/v3')
    port2.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hub.receive(port2, data))
    port2.start()
  })
  return port1
}

function listenOn(port: MessagePort, onMessage: (message: HubMessage) => void): MessagePort {
  port.addEventListener('message', ({ data }: MessageEvent<HubMessage>) => onMessage(data))
  port.start()
  return port
}
