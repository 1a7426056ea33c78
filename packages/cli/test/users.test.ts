import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { programOf, type Run } from './support/program.ts'

let service: TestServer
let run: Run

before(async () => {
  service = await startTestServer()
  run = programOf(service)
})
after(() => service[Symbol.asyncDispose]())

test('a colleague is invited with a role and groups, given another role, and deleted', async () => {
  assert.equal((await run(['users', 'list'])).out, 'No other users.\n')
  await service.client().call('create_group', { body: { name: 'Shops' } })
  const invite = ['users', 'invite', 'nina@example.org', '--role', 'operator', '--group', 'Shops']
  const invited = await run(invite)
  assert.deepEqual([invited.code, invited.out], [0, 'Invitation sent to nina@example.org.\n'], invited.error)
  assert.match((await run(['users', 'list'])).out, /nina@example\.org +\S+ +operator +\d+ +Invited/)

  const changed = await run(['users', 'role', 'nina@example.org', 'viewer'])
  assert.deepEqual([changed.code, changed.out], [0, 'nina@example.org: viewer\n'], changed.error)
  const [user] = JSON.parse((await run(['users', 'list', '--json'])).out)
  assert.deepEqual([user.role, user.role_group_ids, user.is_read_only], ['viewer', null, true])

  const wrong = await run(['users', 'role', 'nina@example.org', 'captain'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.error, /manager/)
  assert.match((await run(['users', 'delete', 'olga'])).error, /There is no user "olga"/)
  assert.equal((await run(['users', 'delete', 'nina@example.org'])).out, 'Deleted: nina@example.org\n')
  assert.equal((await run(['users', 'list'])).out, 'No other users.\n')
})
