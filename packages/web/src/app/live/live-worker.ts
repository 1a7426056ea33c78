import { createHub } from './hub.ts'
import type { TabMessage } from './protocol.ts'

const pruneIntervalMs = 60_000

/** The shared worker: all tabs of a browser follow the live stream through it, on one connection per session. */
const hub = createHub('/v3')

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hub.receive(port, data))
  port.start()
})

setInterval(() => hub.prune(), pruneIntervalMs)
