import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { readFormField } from '../src/form.ts'

test('a form whose sender disconnects is none, and no failure', async (context) => {
  const { promise: field, resolve } = Promise.withResolvers<string | undefined>()
  const server = createServer((request) => resolve(readFormField(request, 'password')))
  server.listen(0, '127.0.0.1')
  context.after(() => void server.close())
  await once(server, 'listening')
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.on('error', () => undefined)
  const headers = ['Host: status.example.com', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 99']
  visitor.write(`POST / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\npassword=`)
  await once(server, 'request')
  visitor.destroy()
  assert.equal(await field, undefined)
})
