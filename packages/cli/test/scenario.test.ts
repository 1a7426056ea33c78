import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { repositoryRoot } from '@wachta/testing/repository'
import { parse } from 'yaml'
import { programOf, type Run } from './support/program.ts'

const recording = join(repositoryRoot, 'packages/recording/test/fixtures/login-with-iframe.json')
let service: TestServer
let run: Run

before(async () => {
  service = await startTestServer()
  run = programOf(service)
})
after(() => service[Symbol.asyncDispose]())

test('a recording becomes steps without a connection, with notes on standard error', async () => {
  const offline = programOf()
  const { code, out, error } = await offline(['scenario', 'import', recording])
  assert.equal(code, 0, error)
  assert.deepEqual(
    JSON.parse(out).map(({ name }: { name: string }) => name),
    ['Open /login', 'Fill in the form, click "Log in"', 'Wait for "Invoices"'],
  )
  assert.match(error, /^! Step 2: the start page of the browser was left out\.\n! Steps 4, 5, 8, 9, 10: /)
  assert.match(error, /^! Step 8: the recorded password was dropped/m)
  const polish = await offline(['scenario', 'import', '-', '--json', '--language', 'pl'], {
    input: await readFile(recording, 'utf8'),
  })
  assert.deepEqual([polish.code, polish.out], [0, out])
  assert.match(polish.error, /^! Krok 8: nagrane hasło usunięto/m)
})

test('what cannot be imported is rejected with the step and the reason', async () => {
  const steps = [
    { type: 'navigate', url: 'https://shop.example.com/' },
    { type: 'waitForExpression', expression: 'true' },
  ]
  const given = { input: JSON.stringify({ title: 'Shop', steps }) }
  const refused = await programOf()(['scenario', 'import', '-'], given)
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.error, /^wachta: Step 2: "waitForExpression" cannot be imported\./)
  assert.match((await programOf()(['scenario', 'import', '-'], { input: 'x' })).error, /This is not JSON/)
})

test('a recording becomes a service, and the service a recording', async () => {
  const { out: yaml } = await run(['scenario', 'import', recording, '--service'])
  const [declared] = parse(yaml).services
  const { steps, ...settings } = declared.extended_settings
  assert.deepEqual(
    { ...declared, extended_settings: settings },
    {
      external_id: 'recording/log-in-to-the-customer-portal',
      name: 'Log in to the customer portal',
      type_id: 'browser_scenario',
      address: 'https://portal.example.com',
      extended_settings: { device: 'desktop', viewport_width: 1440, viewport_height: 789 },
    },
  )
  const applied = await run(['apply', '--file', '-', '--yes'], { input: yaml })
  assert.equal(applied.code, 0, applied.error)

  const exported = await run(['scenario', 'export', 'Log in to the customer portal'])
  assert.equal(exported.code, 0, exported.error)
  assert.match(exported.error, /^! Step 2: variables such as \{\{password\}\} are text/)
  const [viewport, first] = JSON.parse(exported.out).steps
  assert.deepEqual(
    [viewport.type, viewport.width, first.url],
    ['setViewport', 1440, 'https://portal.example.com/login?next=%2Finvoices'],
  )
  const again = await run(['scenario', 'import', '-'], { input: exported.out })
  assert.deepEqual(JSON.parse(again.out), steps)
  const json = await run(['scenario', 'export', 'Log in to the customer portal', '--json'])
  assert.equal(json.out, exported.out)
})

test('only a browser scenario is exported', async () => {
  const body = { name: 'Shop', type_id: 'https', address: 'shop.example.com' }
  await service.client().call('create_service', { body })
  const { code, error } = await run(['scenario', 'export', 'Shop'])
  assert.equal(code, 1)
  assert.match(error, /Shop is a service of the type https\. Only browser_scenario/)
})
