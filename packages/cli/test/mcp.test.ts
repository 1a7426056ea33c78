import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createTestService } from '@wachta/testing/api/configuration'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { programOf } from './support/program.ts'

let service: TestServer
let shop: number

before(async () => {
  service = await startTestServer()
  shop = await createTestService(service.api, `Bearer ${service.token}`, { name: 'Shop' })
})
after(() => service[Symbol.asyncDispose]())

/** Starts the command like an assistant, and connects the official client to it. */
async function connect(token: string, words: readonly string[] = [], isModern = false): Promise<Client> {
  const client = new Client(
    { name: 'desk assistant', version: '3.1' },
    isModern ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../src/main.ts'), 'mcp', ...words],
      env: { ...getBasicEnvironment(), WACHTA_URL: service.baseUrl, WACHTA_TOKEN: token },
    }),
  )
  return client
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

async function newKey(scopes: readonly string[]): Promise<string> {
  const body = { name: 'Assistant', scopes }
  const { body: made } = await service.api.call('POST', '/api_keys', { as: `Bearer ${service.token}`, body })
  return made.key
}

async function call(client: Client, name: string, input: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const text = content[0]?.type === 'text' ? content[0].text : ''
  return { isError: isError === true, text }
}

test('with a session, tools only read unless --write is given', async () => {
  const reader = await connect(service.token)
  const names = await namesOf(reader)
  assert.ok(names.includes('find_services') && !names.includes('plan_maintenance'))
  assert.match((await call(reader, 'find_services', {})).text, /"name":"Shop"/)
  const refused = await call(reader, 'plan_maintenance', { services: [shop], minutes: 5 }).catch(() => ({
    isError: true,
  }))
  assert.ok(refused.isError)
  await reader.close()

  const writer = await connect(service.token, ['--write'], true)
  const planned = await call(writer, 'plan_maintenance', { services: ['Shop'], minutes: 5 })
  assert.deepEqual(planned.isError, false, planned.text)
  await writer.close()
  const path = `/accounts/${service.accountId}/logs/audit?sort=-id&limit=1`
  const { body } = await service.api.call('GET', path, { as: `Bearer ${service.token}` })
  assert.deepEqual([body[0].operation, body[0].client], ['bulk_create_suspensions', 'mcp desk-assistant/3.1'])
})

test('with a key, only the tools that its scopes allow are offered', async () => {
  const client = await connect(await newKey(['services:read', 'maintenance:read']), ['--write'])
  const names = await namesOf(client)
  assert.ok(names.includes('list_maintenance'))
  assert.deepEqual(
    names.filter((name) => /incident|sensor|plan|end|apply|now/.test(name)),
    [],
  )
  const status = await call(client, 'get_service_status', { service: 'Shop' })
  assert.equal(status.isError, false, status.text)
  await client.close()
})

test('a key that is rejected is explained, and nothing is served', async () => {
  const run = programOf()
  const mistyped = { WACHTA_URL: service.baseUrl, WACHTA_TOKEN: `wak_${'0'.repeat(36)}` }
  const { code, out, error } = await run(['mcp'], { environment: mistyped })
  assert.deepEqual([code, out], [1, ''])
  assert.match(error, /key/)
  const nowhere = await run(['mcp'], { environment: { ...mistyped, WACHTA_URL: 'http://127.0.0.1:9' } })
  assert.match(nowhere.error, /cannot be reached/)
})
