import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import S3rver from 's3rver'

const folder = await mkdtemp(join(tmpdir(), 'wachta-objects-'))
const bucketServer = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: join(folder, 's3'),
  silent: true,
  configureBuckets: [{ name: 'evidence', configs: [] }],
})
const { port } = await bucketServer.run()

const stores: Readonly<Record<string, ObjectStore>> = {
  directory: await openObjectStore(pathToFileURL(join(folder, 'directory')).href),
  bucket: await openObjectStore(`s3://S3RVER:S3RVER@127.0.0.1:${port}/evidence?tls=false`),
}

after(async () => {
  for (const store of Object.values(stores)) await store[Symbol.asyncDispose]()
  await bucketServer.close()
  await rm(folder, { recursive: true })
})

for (const [name, store] of Object.entries(stores)) {
  const read = async (key: string) => {
    const found = await store.get(key)
    return found && { size: found.size, bytes: await buffer(found.stream) }
  }

  test(`${name}: get returns exactly what was put`, async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)
    await store.put('20261115/7/abc', bytes)
    const found = await read('20261115/7/abc')
    assert.equal(found?.size, bytes.length)
    assert.ok(found && Buffer.from(bytes).equals(found.bytes))
    await store.put('20261115/7/abc', Buffer.from('anew'))
    assert.equal((await read('20261115/7/abc'))?.bytes.toString(), 'anew')
    await store.put('20261115/7/empty', Buffer.alloc(0))
    assert.equal((await read('20261115/7/empty'))?.size, 0)
  })

  test(`${name}: a missing object is undefined`, async () => {
    assert.equal(await store.get('20261115/7/nothing'), undefined)
    assert.equal(await store.get('20261115'), undefined)
  })

  test(`${name}: removing a prefix removes all of it and nothing else`, async () => {
    for (const key of ['20261201/1/a', '20261201/2/b', '20261202/1/c']) await store.put(key, Buffer.from(key))
    assert.equal(await store.remove('20261201/'), 2)
    assert.equal(await store.get('20261201/1/a'), undefined)
    assert.equal((await read('20261202/1/c'))?.bytes.toString(), '20261202/1/c')
    assert.equal(await store.remove('20261201/'), 0)
  })

  test(`${name}: malformed keys are rejected`, async () => {
    for (const key of ['../a', '/etc/passwd', 'a//b', 'a/../b', '', 'A', 'a/', 'a\0b', 'x'.repeat(300)]) {
      await assert.rejects(store.put(key, Buffer.from('x')), { name: 'ObjectStoreError' }, key)
      await assert.rejects(store.get(key), { name: 'ObjectStoreError' }, key)
    }
    await assert.rejects(store.remove(''), { name: 'ObjectStoreError' })
    await assert.rejects(store.remove('2026'), { name: 'ObjectStoreError' })
  })
}

test('a directory has no unfinished file after a write', async () => {
  const files = await readdir(join(folder, 'directory'), { recursive: true, withFileTypes: true })
  assert.ok(files.filter((file) => file.isFile()).every((file) => !file.name.includes('.')))
})

test('an invalid URL is rejected', async () => {
  for (const address of ['', 'http://host/bucket', 's3://key:secret@host', '/var/lib'])
    await assert.rejects(openObjectStore(address), { name: 'ObjectStoreError' }, address)
})
