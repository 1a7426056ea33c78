import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createSelfSignedCertificate } from '@wachta/testing/self-signed'
import { type Behaviour, carriers } from './behaviour.ts'
import { httpBehaviours } from './http-behaviours.ts'
import { bareBehaviours, bodyBehaviours, tlsBehaviours } from './other-behaviours.ts'

/** A hostile server, and the type of check to run against it. */
export interface Target {
  readonly name: string
  readonly type_id: 'http' | 'https' | 'tcp'
  readonly port: number
}

/** Runs in its own process, so that its memory does not count as the sensor's. Prints its targets, and waits. */
async function main(): Promise<void> {
  const pair = createSelfSignedCertificate()
  const plain = (serve: Behaviour['serve']) => createServer({ allowHalfOpen: true }, guarded(serve))
  const secure = (serve: Behaviour['serve']) => createTlsServer(pair, guarded(serve)).on('connection', carrying)
  const targets: Target[] = []
  const add = async (
    type_id: Target['type_id'],
    { name, serve }: Behaviour,
    make: (serve: Behaviour['serve']) => Server,
  ) => {
    targets.push({ name, type_id, port: await listen(make(serve)) })
  }
  for (const behaviour of [...httpBehaviours, ...bodyBehaviours]) {
    await add('http', behaviour, plain)
    await add('https', behaviour, secure)
  }
  for (const behaviour of bareBehaviours) {
    await add('http', behaviour, plain)
    await add('https', behaviour, plain)
    await add('tcp', behaviour, plain)
  }
  for (const behaviour of tlsBehaviours) await add('https', behaviour, plain)
  process.send?.(targets)
}

const guarded = (serve: Behaviour['serve']) => (socket: Socket) => {
  socket.on('error', () => undefined)
  serve(socket)
}

function carrying(socket: Socket): void {
  const key = `${socket.remotePort}`
  carriers.set(key, socket)
  socket.once('close', () => carriers.delete(key))
}

async function listen(server: Server): Promise<number> {
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

if (import.meta.main) await main()
