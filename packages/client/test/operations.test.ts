import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { repositoryRoot } from '@wachta/testing/repository'
import { operations } from '../src/index.ts'

interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

test('every operation of the document is in the table, and no other', async () => {
  const documented = await documentedOperations()
  assert.ok(documented.length > 400)
  assert.deepEqual(differences(documented, Object.entries(operations)), [])
})

test('an operation that is missing, moved or too many is found', async () => {
  const documented = await documentedOperations()
  const table = Object.entries(operations)
  assert.deepEqual(differences(documented, table.slice(1)), [`missing: ${table[0]?.join(' ')}`])
  assert.deepEqual(differences(documented, [...table, ['no_such', 'GET /no/such']]), ['too many: no_such GET /no/such'])
  const moved = table.map(([id, place]) => [id, id === 'read_service' ? 'GET /elsewhere' : place] as const)
  assert.equal(differences(documented, moved).length, 2)
})

async function documentedOperations(): Promise<(readonly [string, string])[]> {
  const document: PublishedDocument = JSON.parse(await readFile(join(repositoryRoot, 'api', 'openapi.json'), 'utf8'))
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`] as const,
    ),
  )
}

type Table = readonly (readonly [string, string])[]

function differences(documented: Table, table: Table): string[] {
  const [wanted, present] = [documented, table].map((rows) => new Set(rows.map((row) => row.join(' '))))
  return [
    ...[...(wanted ?? [])].filter((row) => !present?.has(row)).map((row) => `missing: ${row}`),
    ...[...(present ?? [])].filter((row) => !wanted?.has(row)).map((row) => `too many: ${row}`),
  ]
}
