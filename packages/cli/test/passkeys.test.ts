import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SoftwareAuthenticator } from '@wachta/testing/api/passkeys'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run

before(async () => {
  service = await startTestServer()
  run = programOf(service)
})
after(() => service[Symbol.asyncDispose]())

async function register(name: string): Promise<void> {
  const client = service.client()
  const options = await client.call('begin_passkey_registration', {})
  const credential = new SoftwareAuthenticator('https://wachta.test').create(options)
  await client.call('create_passkey', { body: { name, credential } })
}

test('passkeys are listed, renamed and revoked; the last second factor stays', async () => {
  assert.equal((await run(['passkeys', 'list'])).out, 'No passkeys.\n')
  await register('Laptop')
  await register('Phone')
  const listed = await run(['passkeys', 'list'])
  assert.match(listed.out, /^ID +Name +Synced +Added +Last used +Copy suspected$/m)
  assert.match(listed.out, /Laptop +no +just now +– +–/)

  const renamed = await run(['passkeys', 'rename', 'Laptop', 'Work laptop'])
  assert.deepEqual([renamed.code, renamed.out], [0, 'Renamed: Laptop → Work laptop\n'])
  assert.match((await run(['passkeys', 'revoke', 'Laptop'])).error, /There is no passkey "Laptop"/)

  const revoked = await run(['passkeys', 'revoke', 'Phone'])
  assert.deepEqual([revoked.code, revoked.out], [0, 'Revoked: Phone\n'], revoked.error)
  const last = await run(['passkeys', 'revoke', 'Work laptop'])
  assert.equal(last.code, 1)
  assert.match(last.error, /only second factor/)
})
