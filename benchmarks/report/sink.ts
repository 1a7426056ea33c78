import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server in its own process that accepts every message and stores none. */
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
