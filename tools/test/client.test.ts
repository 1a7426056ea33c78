import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findStale, generated } from '../generated.ts'
import { repositoryRoot } from '../tree.ts'

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
