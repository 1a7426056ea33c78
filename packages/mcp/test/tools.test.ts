import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { operations } from '@wachta/client'
import { findHost } from '../src/host.ts'
import { createToolServer, getClientName, listTools, tools } from '../src/index.ts'
import { mcpVersion } from '../src/version.ts'

const maxTokens = 6000

test('the list of tools costs a model at most 6,000 tokens', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const connect = () => assert.fail('nothing is called')
  await createToolServer({ allows: () => true, canWrite: true, now: () => new Date(), connect }).connect(far)
  const client = new Client({ name: 'counter', version: '1' })
  await client.connect(near)
  const listed = await client.listTools()
  assert.equal(listed.tools.length, tools.length)
  const bytes = Buffer.byteLength(JSON.stringify(listed.tools) + client.getInstructions())
  assert.ok(bytes / 4 <= maxTokens, `${bytes / 4} tokens`)
  for (const { annotations, name } of listed.tools) {
    const { effect } = tools.find((each) => each.name === name) ?? {}
    assert.equal(annotations?.readOnlyHint, effect === 'none', name)
    assert.equal(annotations?.destructiveHint, effect === 'destructive', name)
  }
  await client.close()
})

test('tools have distinct names, short descriptions and existing operations', () => {
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length)
  for (const { name, description, operations: needed, optional = [], input } of tools) {
    assert.match(name, /^[a-z]+(?:_[a-z]+)+$/)
    assert.ok(description.length <= 300, name)
    assert.equal(input.additionalProperties, false, name)
    for (const id of [...needed, ...optional]) assert.ok(id in operations, `${name}: ${id}`)
  }
})

test('without the right to write, only tools that change nothing are offered', () => {
  const reading = listTools({ allows: () => true, canWrite: false })
  assert.ok(reading.length > 10 && reading.every(({ effect }) => effect === 'none'))
  assert.deepEqual(listTools({ allows: () => true, canWrite: true }), tools)
  assert.deepEqual(listTools({ allows: () => false, canWrite: true }), [])
  // Operations that can change something belong to tools that say so; a dry run is the exception.
  for (const { name, operations: needed } of reading.filter((each) => each.name !== 'plan_configuration'))
    for (const id of needed) assert.match(operations[id as keyof typeof operations], /^GET /, `${name}: ${id}`)
})

test('the host of a service is read from every form of address', () => {
  const addresses = ['https://a.example:8443/x', '[2001:db8::1]:22', 'b.example:5432', '2001:db8::1', 'tcp://[::1]']
  assert.deepEqual(addresses.map(findHost), ['a.example', '2001:db8::1', 'b.example', '2001:db8::1', '::1'])
})

test('the name of a client is short and harmless', () => {
  assert.equal(getClientName({ name: 'claude-code', version: '2.1.0' }), 'claude-code/2.1.0')
  assert.equal(getClientName({ name: 'Visual Studio Code' }), 'Visual-Studio-Code')
  assert.equal(getClientName({ name: '\u202e\n;drop', version: { a: 1 } }), 'drop')
  assert.equal(getClientName({ name: 'x'.repeat(500), version: '1'.repeat(500) })?.length, 48 + 1 + 16)
  for (const info of [undefined, {}, { name: '' }, { name: 7 }, { name: '\u200b' }])
    assert.equal(getClientName(info), undefined)
})

test('the version is that of the package', async () => {
  const text = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  assert.equal(mcpVersion, JSON.parse(text).version)
})

test('the documentation names every tool, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
  const table = page.slice(page.indexOf('| To | Tools |'), page.indexOf('[MCP tools]'))
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  assert.deepEqual(named.toSorted(), tools.map(({ name }) => name).toSorted())
})
