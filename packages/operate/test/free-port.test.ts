import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { findFreePort, isPortFree } from '../src/engines/free-port.ts'

test('a free port is never one that the system gives to outgoing connections', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const lowest = Number(range.trim().split(/\s+/)[0])
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()))
  assert.deepEqual(
    ports.filter((port) => port < 1024 || port >= lowest),
    [],
  )
})

test('a port on which a server listens is not free, and is again when the server has ended', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.equal(await isPortFree(port), false)
  server.close()
  await once(server, 'close')
  assert.equal(await isPortFree(port), true)
})
