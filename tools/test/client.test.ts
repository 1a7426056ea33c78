import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { nameRepeatedUnions } from '../generated/client-aliases.ts'
import { generated } from '../generated/files.ts'
import { findStale } from '../generated.ts'
import { repositoryRoot } from '../tree.ts'

test('a client that was changed by hand, or not generated again, is stale', async () => {
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

test('a union of strings that occurs twice gets one name, and no type name is used twice', () => {
  const { aliases, text } = nameRepeatedUnions(`
export interface ServiceUpdateData { kind?: 'a' | 'b'; own: 'c' | 'd' }
export interface Service { kind: 'a' | 'b' | null; sort?: 'time' | '-time' }
export interface Check { sort?: readonly ('time' | '-time')[] }
export interface ServiceKind { id: string }
`)
  assert.equal(aliases, "export type ServiceKindValue = 'a' | 'b'\n\nexport type TimeSort = 'time' | '-time'")
  assert.match(text, /Service \{ kind: ServiceKindValue \| null; sort\?: TimeSort \}/)
  assert.match(text, /own: 'c' \| 'd' /)
})

test('no union of strings is repeated in the types of the client', async () => {
  const types = await readFile(join(repositoryRoot, 'packages/client/src/types.ts'), 'utf8')
  const oneLine = types.replaceAll(/\s*\n\s*\| '/g, " | '").replaceAll(/([:=<(]) \| '/g, "$1 '")
  const unions = oneLine.match(/'[^'\n]+'(?: \| '[^'\n]+')+/g) ?? []
  assert.ok(unions.length > 50, `${unions.length} unions`)
  assert.equal(new Set(unions).size, unions.length)
})
