import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createToolServer, type ToolServerParts } from './server.ts'

export interface StdioParts extends ToolServerParts {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly onError: (error: Error) => void
  /** Ends the connection. */
  readonly stopping: AbortSignal
}

/** Serves one client over standard input and output until it closes its end or the process is to stop. */
export async function serveOverStdio({ stdin, stdout, onError, stopping, ...parts }: StdioParts): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout)
  const handle = serveStdio(() => createToolServer(parts), { transport, maxSubscriptions: 0, onerror: onError })
  // A broken pipe ends the connection like a closed one, and a signal is not an error.
  await finished(stdin, { writable: false, signal: stopping }).catch(() => undefined)
  await handle.close()
}
