import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import S3rver from 's3rver'
import { openBucketStore } from '../src/bucket-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'wachta-objects-'))
const bucketServer = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: join(folder, 's3'),
  silent: true,
  configureBuckets: [{ name: 'evidence', configs: [] }],
})
const { port } = await bucketServer.run()

const directory = await openObjectStore(pathToFileURL(join(folder, 'directory')).href)
const stores: Readonly<Record<string, ObjectStore>> = {
  directory,
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

test('a write that fails leaves no file behind', async () => {
  await directory.put('20261210/7/whole', Buffer.from('x'))
  // The object has the name of a directory, so its file cannot be renamed.
  await assert.rejects(directory.put('20261210/7', Buffer.from('x')), { code: /EISDIR|ENOTEMPTY|EEXIST/ })
  assert.deepEqual(await readdir(join(folder, 'directory', '20261210')), ['7'])
})

test('the rest of a write that a process did not survive is removed, but is no object', async () => {
  await directory.put('20261211/7/whole', Buffer.from('x'))
  await writeFile(join(folder, 'directory', '20261211/7/torn.0a1b'), 'x')
  assert.equal(await directory.remove('20261211/'), 1)
})

test('an object that is removed while it is read can be read to its end', async () => {
  await directory.put('20261212/7/brief', Buffer.from('still here'))
  const found = await directory.get('20261212/7/brief')
  rmSync(join(folder, 'directory', '20261212'), { recursive: true })
  assert.ok(found)
  assert.equal((await buffer(found.stream)).toString(), 'still here')
})

test('a bucket that keeps its objects makes removing fail, instead of going on for ever', {
  timeout: 60_000,
}, async () => {
  await using server = await serveKeptObject()
  await using store = await openObjectStore(`s3://key:secret@127.0.0.1:${server.port}/evidence?tls=false`)
  await assert.rejects(store.remove('20261213/'), {
    name: 'ObjectStoreError',
    message: 'the object store does not delete 20261213/7/kept: AccessDenied',
  })
})

/** Serves a bucket with one object, which nobody may delete. */
async function serveKeptObject() {
  const key = '<Key>20261213/7/kept</Key>'
  const server = createServer(({ method }, response) => {
    const body =
      method === 'GET'
        ? `<ListBucketResult><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated><Contents>${key}</Contents></ListBucketResult>`
        : `<DeleteResult><Error>${key}<Code>AccessDenied</Code><Message>retained</Message></Error></DeleteResult>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a bucket that never answers, or stops in the middle of an object, makes reading fail', {
  timeout: 60_000,
}, async () => {
  const server = createServer(({ url }, response) => {
    if (url?.includes('half')) response.writeHead(200, { 'content-length': 1_000 }).write('half')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: silentPort } = server.address() as AddressInfo
  await using store = await openBucketStore(new URL(`s3://key:secret@127.0.0.1:${silentPort}/evidence?tls=false`), 200)
  await assert.rejects(store.get('silent'), { name: 'TimeoutError' })
  await assert.rejects(store.put('silent', Buffer.from('kept')), { name: 'TimeoutError' })
  const half = await store.get('half')
  assert.ok(half)
  await assert.rejects(buffer(half.stream))
  server.closeAllConnections()
  server.close()
})

test('an invalid URL is rejected', async () => {
  for (const address of ['', 'http://host/bucket', 's3://key:secret@host', '/var/lib'])
    await assert.rejects(openObjectStore(address), { name: 'ObjectStoreError' }, address)
})
