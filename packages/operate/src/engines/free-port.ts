import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range of ephemeral ports (32768 and up on Linux): otherwise an outgoing connection of any program could
// take the port of a server while it restarts.
const firstPort = 20_000
const lastPort = 32_000
const maxAttempts = 100

/** Returns a free port of the loopback address, outside the range of ephemeral ports. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const port = randomInt(firstPort, lastPort)
    if (await isPortFree(port, host)) {
      return port
    }
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort} found in ${maxAttempts} attempts`)
}

/** Whether a server can listen on the port now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
