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
  let last: TabMessage | null = null
  let port = listenOn(
    openWorker(() => {
      port = listenOn(openLocal(), onMessage)
      // The worker could not answer what was sent to it.
      if (last) port.postMessage(last)
    }),
    onMessage,
  )
  return {
    send(message) {
      last = message
      port.postMessage(message)
    },
    close: () => port.close(),
  }
}

function openWorker(onError: () => void): MessagePort {
  if (typeof SharedWorker === 'undefined') return openLocal()
  try {
    const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' })
    worker.addEventListener('error', onError, { once: true })
    return worker.port
  } catch {
    // Settings for privacy can forbid it.
    return openLocal()
  }
}

function openLocal(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  // Few browsers need it. Messages wait in the port until it is loaded.
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
