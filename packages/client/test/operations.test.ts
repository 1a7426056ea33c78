import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findStale, generated } from '../../../scripts/generated.ts'
import { repositoryRoot } from '../../../scripts/tree.ts'
import { operations } from '../src/index.ts'

interface Documented {
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

test('a client that was changed by hand, or not made anew, is stale', async () => {
  const files = generated.filter(({ path }) => path.startsWith('packages/client/'))
  assert.equal(files.length, 2)
  const root = await mkdtemp(join(tmpdir(), 'wachta-client-'))
  try {
    for (const { path } of files) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), await readFile(join(repositoryRoot, path)))
    }
    assert.deepEqual(await findStale(root, files), [])
    const [table, types] = files.map(({ path }) => path)
    await writeFile(join(root, `${table}`), (await readFile(join(root, `${table}`), 'utf8')).replace('GET', 'PUT'))
    await rm(join(root, `${types}`))
    assert.deepEqual(await findStale(root, files), [`stale: ${table}`, `missing: ${types}`])
  } finally {
    await rm(root, { recursive: true })
  }
})

async function documentedOperations(): Promise<(readonly [string, string])[]> {
  const document: Documented = JSON.parse(await readFile(join(repositoryRoot, 'api', 'openapi.json'), 'utf8'))
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
