import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '@wachta/client'
import { listTools, nameClient, tools } from '../src/index.ts'
import { version } from '../src/version.ts'

const maxTokens = 6000

test('the list of tools costs a model at most 6,000 tokens', () => {
  const listed = tools.map(({ name, title, description, input, effect }) => ({
    ...{ name, title, description, inputSchema: input },
    annotations: { readOnlyHint: effect === 'none', destructiveHint: effect === 'destructive', idempotentHint: true },
  }))
  const bytes = Buffer.byteLength(JSON.stringify(listed))
  assert.ok(bytes / 4 <= maxTokens, `${bytes / 4} tokens`)
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

test('the name of a client is short and harmless', () => {
  assert.equal(nameClient({ name: 'claude-code', version: '2.1.0' }), 'claude-code/2.1.0')
  assert.equal(nameClient({ name: 'Visual Studio Code' }), 'Visual-Studio-Code')
  assert.equal(nameClient({ name: '\u202e\n;drop', version: { a: 1 } }), 'drop')
  assert.equal(nameClient({ name: 'x'.repeat(500), version: '1'.repeat(500) })?.length, 48 + 1 + 16)
  for (const info of [undefined, {}, { name: '' }, { name: 7 }, { name: '\u200b' }])
    assert.equal(nameClient(info), undefined)
})

test('the version is that of the package', async () => {
  const text = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  assert.equal(version, JSON.parse(text).version)
})

test('the documentation names every tool, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
  const table = page.slice(page.indexOf('| To | Tools |'), page.indexOf('[MCP tools]'))
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  assert.deepEqual(named.toSorted(), tools.map(({ name }) => name).toSorted())
})
