import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import { createTestDatabase } from '@wachta/testing/database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { findFreePort } from '../src/engines/free-port.ts'
import { lockDataDirectory } from '../src/single-node/lock-directory.ts'
import { catchMail } from '../src/single-node/mail-catcher.ts'
import { buildMailFileName, readMailSubject } from '../src/single-node/mail-file-name.ts'
import { readSingleNodeVariables, resolveDataDirectory } from '../src/single-node/open-single-node.ts'
import { setUpSingleNode } from '../src/single-node/setup.ts'
import { buildVariables } from '../src/single-node/variables.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-box-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const file = { ports: { postgres: 1001, nats: 1002, mail: 1003 }, database_password: 'secret' }

test('a single-node installation runs the servers that no variable configures elsewhere', () => {
  const of = (set: NodeJS.ProcessEnv, written: NodeJS.Dict<string> = {}) =>
    buildVariables({ directory: '/box', file, fileVariables: written, processVariables: set })
  const own = of({ SMTP_URL: '' })
  assert.deepEqual([...own.owned], ['postgres', 'nats', 'mail'])
  assert.equal(own.variables['DATABASE_URL'], 'postgres://wachta:secret@127.0.0.1:1001/wachta')
  assert.equal(own.variables['OBJECTS_URL'], 'file:///box/objects')
  assert.equal(own.variables['INSTALLATION_KEYS'], '/box/keys/installation-keys.json')
  const elsewhere = of({ NATS_URL: 'nats://broker' }, { SMTP_URL: 'smtp://mail', NATS_URL: 'nats://older' })
  assert.deepEqual([...elsewhere.owned], ['postgres'])
  assert.equal(elsewhere.variables['NATS_URL'], 'nats://broker', 'what is set goes before what is written')
  assert.equal(elsewhere.variables['INSTALLATION_KEYS'], undefined, 'keys of our own broker are no keys of another')
  const again = of({ DATABASE_URL: own.variables['DATABASE_URL'] })
  assert.ok(again.owned.has('postgres'), 'its own address, read into a shell, is its own')
})

test('a directory with other files is not touched, and one without an installation is reported', async () => {
  const other = await mkdtemp(join(folder, 'other-'))
  await writeFile(join(other, 'letter'), 'dear')
  await assert.rejects(resolveDataDirectory(other), /contains other files/)
  assert.deepEqual(await readdir(other), ['letter'])
  await assert.rejects(readSingleNodeVariables(other, {}), /contains no installation/)
  const created = await resolveDataDirectory(join(folder, 'new'))
  assert.equal((await stat(created)).isDirectory(), true)
  await mkdir(join(created, 'box.pid.1-another-start'))
  assert.equal(await resolveDataDirectory(created), created)
})

test('a data directory is locked by one process at a time, and not by a dead one', async () => {
  const box = await mkdtemp(join(folder, 'held-'))
  const holder = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)', 'main.ts'])
  await new Promise((resolve) => holder.once('spawn', resolve))
  await writeFile(join(box, 'box.pid'), `${holder.pid}\n`)
  await assert.rejects(lockDataDirectory(box), new RegExp(`already in use by process ${holder.pid}`))
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  const lock = await lockDataDirectory(box)
  assert.match(String(await readdir(join(box, 'box.pid'))), new RegExp(`^${process.pid}-`))
  await lock[Symbol.asyncDispose]()
  assert.deepEqual(await readdir(box), [])
})

test('of many processes that find the lock of a dead one, exactly one locks the data directory', async (t) => {
  const directories = await mkdtemp(join(folder, 'stale-'))
  const count = 100
  for (let index = 0; index < count; index += 1) await mkdir(join(directories, String(index)))
  const startHolder = async (startAt: number) => {
    const fixture = join(import.meta.dirname, 'fixtures', 'lock-holder.ts')
    // The last argument marks it as a process of this program.
    const args = [fixture, directories, String(count), String(startAt), 'main.ts']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    const [line] = await once(child.stdout, 'data')
    return { child, locked: JSON.parse(String(line)) as number[] }
  }
  const dead = await startHolder(0)
  assert.equal(dead.locked.length, count)
  const ended = once(dead.child, 'exit')
  dead.child.kill('SIGKILL')
  await ended
  const startAt = Date.now() + 3_000
  const holders = await Promise.all(Array.from({ length: 6 }, () => startHolder(startAt)))
  assert.deepEqual(
    holders.flatMap(({ locked }) => locked).toSorted((one, other) => one - other),
    Array.from({ length: count }, (_, index) => index),
  )
})

test('the first start creates an administrator and stores the password; the second changes nothing', async () => {
  await using database = await createTestDatabase()
  const directory = await mkdtemp(join(folder, 'first-'))
  const box = {
    ...{ directory, variables: { DATABASE_URL: database.url }, owned: new Set<never>() },
  }
  const told: string[] = []
  const furnishing = { language: 'pl' as const, progress: ({ en }: { en: string }) => void told.push(en) }
  await setUpSingleNode(box, furnishing)
  const path = join(directory, 'admin-password')
  const password = await readFile(path, 'utf8')
  assert.match(password, /^[\w-]{20}\n$/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const keyPath = join(directory, 'admin-api-key')
  const key = await readFile(keyPath, 'utf8')
  assert.match(key, /^wak_[0-9A-Za-z]{36}\n$/)
  assert.equal((await stat(keyPath)).mode & 0o777, 0o600)
  assert.equal(told.length, 1)
  await setUpSingleNode(box, furnishing)
  assert.deepEqual([await readFile(path, 'utf8'), await readFile(keyPath, 'utf8')], [password, key])
  await using owner = openDatabase(database.url, { role: null, connections: 1 })
  const administrators = () =>
    owner.query(sql<object>`select username, language_id from account where is_administrator`)
  assert.deepEqual(await administrators(), [{ username: 'admin', language_id: 'pl' }])
  const stored = await owner.query(sql<object>`select prefix, key_hash = sha256(${key.trim()}::text::bytea) as fits,
  expires_at > now() + interval '29 days' and expires_at < now() + interval '30 days' as ends from api_key`)
  assert.deepEqual(stored, [{ prefix: key.slice(0, 10), fits: true, ends: true }])
  // As if the setup was interrupted between file and account: the stored password stays valid.
  await owner.query(sql`delete from account`)
  await setUpSingleNode(box, furnishing)
  assert.deepEqual([await readFile(path, 'utf8'), (await administrators()).length], [password, 1])
})

test('a mail is stored in a file named by time and subject', async () => {
  const port = await findFreePort()
  const lines: object[] = []
  const log = { info: (line: object) => void lines.push(line), warn: () => undefined } as unknown as Log
  const mail = join(folder, 'mail')
  await using _catcher = await catchMail({ folder: mail, port, log, now: () => Date.UTC(2026, 10, 15, 18, 30) })
  const content = 'Subject: =?UTF-8?Q?Sklep:_p=C5=82atno=C5=9Bci?=\r\nTo: duty@example.com\r\n\r\nIt fails.\r\n'
  assert.match(await sent(port, content), /^250/m)
  const [name = ''] = await readdir(mail)
  assert.equal(name, '2026-11-15T18-30-00-001-Sklep-platnosci.eml')
  assert.match(await readFile(join(mail, name), 'utf8'), /It fails\./)
  assert.deepEqual(lines, [{ file: join(mail, name), to: ['duty@example.com'], subject: 'Sklep: płatności' }])
  assert.match(await sent(port, `Subject: long\r\n\r\n${'x'.repeat(17 * 1024 ** 2)}\r\n`), /^552/m)
  assert.equal((await readdir(mail)).length, 1, 'what is too long is not kept')
})

test('every subject results in a valid file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat({ max: 4e12 }), (subject, time) => {
      const name = buildMailFileName({ time, count: 1, subject })
      assert.match(name, /^[\w.-]{1,120}\.eml$/)
      assert.ok(!name.includes('/') && !name.startsWith('.'))
    }),
  )
  assert.equal(readMailSubject('From: a\r\n\r\nSubject: in the body\r\n'), '')
  assert.equal(readMailSubject('Subject: =?utf-8?B?xbw=?=\r\n =?utf-8?Q?_=C3=B3?=\r\nTo: b\r\n\r\n'), 'ż ó')
})

/** Sends a mail over SMTP and returns all answers of the server. */
function sent(port: number, content: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const words = [
      'EHLO here',
      'MAIL FROM:<a@example.com>',
      'RCPT TO:<duty@example.com>',
      'DATA',
      `${content}.`,
      'QUIT',
    ]
    const socket = createConnection({ host: '127.0.0.1', port })
    let said = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/^\d{3} .*\r\n$/m.test(text)) socket.write(`${words.shift() ?? 'NOOP'}\r\n`)
    })
    socket.once('close', () => resolve(said)).once('error', reject)
  })
}
