import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server in a process of its own that takes every message and keeps none. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, callback) {
    stream.resume().on('end', () => callback())
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
process.send?.({ port: (server.server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())
