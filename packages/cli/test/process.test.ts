import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
const operate = join(import.meta.dirname, '..', '..', 'operate', 'src', 'main.ts')
const closing: (() => unknown)[] = []
let service: TestServer

before(async () => {
  service = await startTestServer()
})
after(async () => {
  for (const close of closing) close()
  await service[Symbol.asyncDispose]()
})

for (const [program, path] of Object.entries({ customer: main, operator: operate }))
  test(`a reader that has gone leaves no work undone (${program})`, async () => {
    const named = Array.from({ length: 50 }, (_, place) => ({
      external_id: `${program}/${place}`,
      name: `${program} ${place}`,
    }))
    const child = start(['apply', '-f', '-', '--yes'], { path })
    // Nothing reads the output, as with `| head -0`.
    child.stdout?.destroy()
    child.stdin?.end(JSON.stringify({ groups: named }))
    assert.equal(await codeOf(child), 0)
    const filter = { query: { 'filter.name': `starts_with:${program} `, limit: 1 } }
    assert.equal((await service.client().list('list_groups', filter)).total, named.length)
  })

test('an endless command ends when its reader has gone', { timeout: 30_000 }, async () => {
  await service.client().call('create_service', { body: { name: 'Shop', type_id: 'ping', address: '192.0.2.1' } })
  const telling = start(['logs', '--follow', '--kind', 'audit'])
  telling.stdout?.destroy()
  assert.equal(await codeOf(telling), 0)
})

test('a result that cannot be written is a failure, and is told', async () => {
  const child = start(['whoami'], { stdout: openSync('/dev/full', 'w') })
  const said = textOf(child)
  assert.equal(await codeOf(child), 1)
  assert.equal(said(), 'wachta: The output could not be written (ENOSPC).\n')
})

test('the first Ctrl-C ends a command whose server says nothing', { timeout: 30_000 }, async () => {
  for (const words of [['whoami'], ['show', 'service', '1'], ['sign-in', '--username', 'x', '--password-stdin']]) {
    const asked = Promise.withResolvers<void>()
    const child = start(words, { url: await serverOf(() => asked.resolve()) })
    child.stdin?.end('a password\n')
    const said = textOf(child)
    await asked.promise
    const [pressed] = [Date.now(), child.kill('SIGINT')]
    assert.equal(await codeOf(child), 1, words[0])
    assert.ok(Date.now() - pressed < 10_000, words[0])
    assert.equal(said(), 'wachta: Stopped.\n', words[0])
  }
})

test('following continues after any response except one that denies access', { timeout: 30_000 }, async () => {
  const following = async (status: number) => {
    let requests = 0
    const url = await serverOf((_request, response) => {
      requests += 1
      response.writeHead(requests === 1 ? 200 : status, { 'content-type': 'application/json' }).end('[]')
    })
    const child = start(['logs', '--follow'], { url })
    assert.ok(child.stderr)
    await once(child.stderr, 'data')
    // Commands that are still running end successfully on SIGINT; the others have ended with their own code.
    if (status !== 401 && status !== 403) child.kill('SIGINT')
    return codeOf(child)
  }
  assert.deepEqual(await Promise.all([500, 429, 404, 401, 403].map(following)), [0, 0, 0, 1, 1])
})

function start(
  words: readonly string[],
  { path = main, url = service.baseUrl, stdout = 'pipe' as 'pipe' | number } = {},
): ChildProcess {
  const child = spawn(process.execPath, [path, ...words], {
    env: { ...process.env, HOME: '/nonexistent', WACHTA_URL: url, WACHTA_TOKEN: service.token, LANG: 'C' },
    stdio: ['pipe', stdout, 'pipe'],
  })
  closing.push(() => child.kill('SIGKILL'))
  return child
}

const codeOf = async (child: ChildProcess): Promise<unknown> => child.exitCode ?? (await once(child, 'exit'))[0]

function textOf({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return () => text
}

async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
