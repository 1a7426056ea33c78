import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  computeStreamLimits,
  createCentreCredentials,
  ensureStreams,
  getIssuerAccount,
  openBus,
  readCredentials,
  readKeys,
  writeCredentials,
  writeKeys,
} from '@wachta/bus'

const main = new URL('../src/main.ts', import.meta.url).pathname
let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'wachta-keys-'))
})
after(() => rm(root, { recursive: true, force: true }))

const make = (...words: string[]) => run('nats-keys', ...words)

const run = (...words: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [main, 'admin', ...words], (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    )
  })

test('keys are readable by their owner only, and never overwrite others', async () => {
  const directory = join(root, 'first')
  const made = await make('--directory', directory)
  assert.equal(made.code, 0, made.error)
  const names = (await readdir(directory)).sort()
  assert.deepEqual(names, ['centre.creds', 'installation-keys.json', 'nats-server.conf', 'operator.seed'])
  for (const name of names) {
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
    assert.match(made.out, new RegExp(name))
  }
  const seeds = (await readFile(join(directory, 'installation-keys.json'), 'utf8')).match(/S[AOUX][A-Z2-7]{56}/g) ?? []
  assert.ok(seeds.length >= 4)
  for (const seed of seeds) assert.ok(!made.out.includes(seed), 'no key is shown')
  const again = await make('--directory', directory)
  assert.equal(again.code, 1)
  assert.match(again.error, /^wachta: .*operator\.seed already exists/)
  // The seed is stored elsewhere, as recommended; a new one would not match the other files.
  await rm(join(directory, 'operator.seed'))
  const without = await make('--directory', directory)
  assert.deepEqual([without.code, /nothing was written/.test(without.error)], [1, true], without.error)
  assert.deepEqual((await readdir(directory)).sort(), names.slice(0, 3))
  assert.deepEqual(
    [(await make()).code, (await make('--directory', join(root, 'x'), '--listen', 'nonsense')).code],
    [2, 2],
  )
})

test('a broker starts with the written files, and accepts the centre', async () => {
  const directory = join(root, 'second')
  await make('--directory', directory, '--store', join(root, 'store'))
  const file = join(directory, 'nats-server.conf')
  // The server chooses the port.
  const broker = spawn('nats-server', ['-c', file, '-p', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    let output = ''
    let port: string | undefined
    while (port === undefined) {
      const [chunk] = await once(broker.stderr, 'data')
      output += chunk
      port = /Listening for client connections on [^\s]+:(\d+)/.exec(output)?.[1]
    }
    readKeys(await readFile(join(directory, 'installation-keys.json'), 'utf8'))
    const credentials = await readCredentials(await readFile(join(directory, 'centre.creds'), 'utf8'))
    await using bus = await openBus({ url: `127.0.0.1:${port}`, cell: 'main', name: 'test', credentials })
    await ensureStreams(bus, computeStreamLimits(50_000_000))
  } finally {
    broker.kill('SIGTERM')
    await once(broker, 'exit')
  }
})

test('older keys with one account get a second one, and the files stay readable for the same users', async () => {
  const directory = join(root, 'third')
  await make('--directory', directory)
  const paths = { keys: join(directory, 'installation-keys.json'), credentials: join(directory, 'centre.creds') }
  const { centre: _, ...earlier } = readKeys(await readFile(paths.keys, 'utf8'))
  await writeFile(paths.keys, writeKeys(earlier))
  await writeFile(paths.credentials, writeCredentials(await createCentreCredentials(earlier, 'centre')))
  await chmod(paths.credentials, 0o640)
  const parted = await run('nats-accounts', '--directory', directory)
  assert.equal(parted.code, 0, parted.error)
  const keys = readKeys(await readFile(paths.keys, 'utf8'))
  const { jwt } = await readCredentials(await readFile(paths.credentials, 'utf8'))
  assert.ok(keys.centre && keys.centre.account !== keys.account)
  assert.equal(getIssuerAccount(jwt), keys.centre.account)
  assert.deepEqual({ ...keys, centre: undefined }, { ...earlier, centre: undefined })
  assert.equal((await stat(paths.credentials)).mode & 0o777, 0o640)
  assert.deepEqual(readKeys(await readFile(`${paths.keys}.before`, 'utf8')), earlier)

  const again = await run('nats-accounts', '--directory', directory)
  assert.match(again.out, /nothing was changed/)
  assert.deepEqual(readKeys(await readFile(paths.keys, 'utf8')), keys)
  // Cut short after the first of the two files.
  await writeFile(paths.credentials, writeCredentials(await createCentreCredentials(earlier, 'centre')))
  await run('nats-accounts', '--directory', directory)
  const finished = await readCredentials(await readFile(paths.credentials, 'utf8'))
  assert.equal(getIssuerAccount(finished.jwt), keys.centre.account)
})
