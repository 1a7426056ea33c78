import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runCli } from '@wachta/cli'
import { type Database, openDatabase } from '@wachta/database'
import { createBackup, restoreBackup as putBack, stampHead } from '@wachta/evidence'
import { openObjectStore } from '@wachta/objects'
import { requestTimeStamp } from '@wachta/signature'
import { getServerUrl } from '@wachta/testing/database'
import {
  createRecordedHistory,
  minuteMs,
  type RecordedHistory,
  recordedMs,
  start,
} from '@wachta/testing/recorded-history'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { sql } from 'kysely'
import { adminPackages } from '../src/commands/admin-packages.ts'
import { backupCommand } from '../src/commands/backup.ts'
import { doctorCommand } from '../src/commands/doctor.ts'
import { restoreCommand } from '../src/commands/restore.ts'
import { verifyCommand } from '../src/commands/verify.ts'
import { explainOperatorError } from '../src/explain-operator-error.ts'

const main = new URL('../src/main.ts', import.meta.url).pathname
const keys = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const bytes = Buffer.from('what the server had answered')
const object = '20260329/1/0123456789abcdef0123456789abcdef'

let recorded: RecordedHistory
let folder: string
const created: string[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-record-'))
  recorded = await createRecordedHistory()
  await recorded.seal(start + recordedMs + 5 * minuteMs)
  await recorded.amend()
  await recorded.seal(start + recordedMs + 60 * minuteMs)
  await stampChain()
  await using objects = await openObjectStore(objectsAt('objects'))
  await objects.put(object, bytes)
  await recorded.db.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${recorded.services[0]}, ${new Date(start)}, 1, 'content', ${object}, 'text/plain', 'a.txt', ${bytes.length}, false, ${new Date(start)})`)
})
after(async () => {
  await recorded[Symbol.asyncDispose]()
  for (const name of created) await asServer(`drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function stampChain(): Promise<void> {
  using authority = new TestAuthority()
  await using stamps = await serveStamps(authority, { signer: authority.issue('stamps', { as: 'stamps' }) })
  const stamp = async (digest: Buffer) => (await requestTimeStamp(stamps.url, digest, fetch)).token.bytes
  assert.equal(await stampHead(recorded.db, new Date(), stamp), 'stamped')
}

const objectsAt = (name: string) => pathToFileURL(join(folder, name)).href

async function asServer(statement: string): Promise<void> {
  await using server = openDatabase(getServerUrl(), { role: null, connections: 1 })
  await server.query(sql.raw(statement))
}

async function emptyDatabase(): Promise<string> {
  const name = `wachta_restore_${process.pid}_${created.length}`
  created.push(name)
  await asServer(`create database ${name}`)
  return Object.assign(new URL(getServerUrl()), { pathname: `/${name}` }).href
}

interface ProgramResult {
  readonly code: number
  readonly out: string
  readonly error: string
}

const baseEnvironment = () => ({
  LANG: 'C',
  DATABASE_URL: recorded.url,
  OBJECTS_URL: objectsAt('objects'),
  SECRET_KEYS: keys,
})

/** Runs the command in this process, because starting another one takes seconds. */
async function wachta(words: string[], environment: Record<string, string> = {}): Promise<ProgramResult> {
  const before = { ...process.env }
  Object.assign(process.env, baseEnvironment(), environment)
  const [out, error]: [string[], string[]] = [[], []]
  const streams = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => error.push(text) },
  }
  const parts = {
    name: 'wachta',
    version: '0',
    summary: { en: '', pl: '' },
    commands: [verifyCommand, backupCommand, restoreCommand, doctorCommand, ...adminPackages],
    explain: explainOperatorError,
  }
  try {
    const code = await runCli(parts, words, { ...streams, environment: process.env })
    return { code, out: out.join(''), error: error.join('') }
  } finally {
    process.env = before
  }
}

function asProcess(words: string[], environment: Record<string, string>): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...baseEnvironment(), ...environment }
    execFile(process.execPath, [main, ...words], { env }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    )
  })
}

/** Returns all relevant rows in a fixed order. */
async function contents(db: Database): Promise<Record<string, unknown>> {
  const tables = [
    'account',
    'service',
    'service_revision',
    'analysis',
    'analysis_amendment',
    'check_detail',
    'artifact',
    'correction',
  ]
  const found: Record<string, unknown> = {}
  for (const table of [
    ...tables,
    'audit',
    'audit_personal',
    'seal',
    'seal_stamp',
    'stream_position',
    'sensor_watermark',
    'migration',
  ]) {
    const [row] = await db.query(sql<{ rows: number; digest: string }>`select count(*) as rows,
  md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(table)} t`)
    found[table] = row
  }
  return found
}

test('a backup is restored completely and verifies, and one changed byte in it is reported', async () => {
  const to = join(folder, 'backup')
  const backedUp = await wachta(['backup', '--to', to])
  assert.deepEqual([backedUp.code, backedUp.out.includes('SECRET_KEYS (ids: k1)')], [0, true], backedUp.error)
  const manifest = await readFile(join(to, 'manifest.json'), 'utf8')
  assert.ok(!manifest.includes(keys.slice(3)), 'keys stay where they are')

  const url = await emptyDatabase()
  const restored = await wachta(['restore', '--from', to, '--into', url], { OBJECTS_URL: objectsAt('restored') })
  assert.equal(restored.code, 0, restored.out + restored.error)
  assert.match(
    restored.out,
    /Nothing differs from what was recorded\.\nThe hash chain ends at the same head as in the backup: \d+:[0-9a-f]{64}\n/,
  )
  await using db = openDatabase(url, { role: null, connections: 2 })
  assert.deepEqual(await contents(db), await contents(recorded.db))
  await using objects = await openObjectStore(objectsAt('restored'))
  assert.equal((await objects.get(object))?.size, bytes.length)
  // Grants are restored: the application works, and still cannot change append-only tables.
  await using app = openDatabase(url, { connections: 1 })
  await app.query(sql`select count(*) from analysis`)
  await assert.rejects(app.query(sql`delete from seal`), /permission denied/)

  const head = (await wachta(['verify', '--head'], { DATABASE_URL: url })).out.trim()
  assert.equal((await wachta(['verify', '--since', head], { DATABASE_URL: url })).code, 0)
  const time = new Date(start + 20 * minuteMs)
  await db.query(sql`update analysis set checks = set_byte(checks, 3, get_byte(checks, 3) # 1)
where service_id = ${recorded.services[1]} and time = ${time}`)
  const broken = await asProcess(['verify'], { DATABASE_URL: url })
  assert.equal(broken.code, 3)
  const named = `analysis of service ${recorded.services[1]}, 2026-03-29 00:20:00 UTC: was changed after it was sealed`
  assert.ok(broken.out.includes(named), broken.out)
  const polish = await wachta(['verify', '--language', 'pl'], { DATABASE_URL: url })
  assert.match(polish.out, /analiza \(analysis\) usługi \d+, 2026-03-29 00:20:00 UTC: zmieniono po zapieczętowaniu/)
  const json = JSON.parse((await wachta(['verify', '--json'], { DATABASE_URL: url })).out)
  assert.deepEqual([json.faultCount, json.faults[0].table, json.faults[0].time], [1, 'analysis', time.toISOString()])
})

test('a backup that is made during writes is consistent', async () => {
  const to = join(folder, 'busy')
  let isDone = false
  const writing = async (): Promise<number> => {
    const { as } = recorded.owner
    for (let count = 0; ; count += 1) {
      if (isDone) return count
      const body = {
        service_id: recorded.services[0],
        start_time: '2026-03-29T01:00:00Z',
        end_time: '2026-03-29T02:00:00Z',
        status: 'ok',
      }
      assert.equal((await recorded.api.call('POST', '/v3/corrections', { as, body })).status, 201)
    }
  }
  const [backedUp, written] = await Promise.all([
    wachta(['backup', '--to', to]).finally(() => {
      isDone = true
    }),
    writing(),
  ])
  assert.equal(backedUp.code, 0, backedUp.error)
  assert.ok(written > 3)
  const url = await emptyDatabase()
  const restored = await wachta(['restore', '--from', to, '--into', url], {
    OBJECTS_URL: objectsAt('busy-objects'),
    SECRET_KEYS: '',
  })
  assert.equal(restored.code, 0, restored.out)
  assert.match(restored.out, /SECRET_KEYS lacks the keys k1/)
})

test('a damaged, incomplete or newer backup is rejected, and so is a database that is not empty', async () => {
  const to = join(folder, 'another')
  assert.equal((await wachta(['backup', '--to', to])).code, 0)
  const again = await wachta(['backup', '--to', to])
  assert.match(again.error, /is not empty.*another/)
  const filled = await wachta(['restore', '--from', to])
  assert.deepEqual([filled.code, /The database is not empty/.test(filled.error)], [1, true], filled.error)

  const url = await emptyDatabase()
  await appendFile(join(to, 'objects', object), '!')
  const damaged = await wachta(['restore', '--from', to, '--into', url])
  assert.deepEqual(
    [damaged.code, /objects\/20260329.* is missing or differs/.test(damaged.error)],
    [1, true],
    damaged.error,
  )
  await appendFile(join(to, 'database', 'toc.dat'), '!')
  assert.match((await wachta(['restore', '--from', to, '--into', url])).error, /toc\.dat is missing or differs/)
  const manifest = join(to, 'manifest.json')
  const newer = (await readFile(manifest, 'utf8')).replace('"migrations": [', '"migrations": ["9999-of-tomorrow",')
  await writeFile(manifest, newer)
  assert.match((await wachta(['restore', '--from', to, '--into', url])).error, /newer version.*9999-of-tomorrow/)
  await rm(manifest)
  assert.match((await wachta(['restore', '--from', to, '--into', url])).error, /not a backup, or an unfinished one/)
  await using db = openDatabase(url, { role: null, connections: 1 })
  assert.deepEqual(
    await db.query(sql`select 1 from pg_tables where schemaname = 'public'`),
    [],
    'nothing was restored of it',
  )
})

test('a backup is restored into a data directory, which can be verified and backed up while it is not running', async () => {
  const to = join(folder, 'for-a-box')
  assert.equal((await wachta(['backup', '--to', to])).code, 0)
  await chmod(folder, 0o711)
  const box = join(folder, 'box')
  const own = { DATABASE_URL: '', OBJECTS_URL: '', NATS_URL: '', SECRET_KEYS: '' }
  assert.match((await wachta(['verify', '--data', box], own)).error, /contains no installation/)
  assert.match((await wachta(['doctor', '--data', box], own)).error, /contains no installation/)
  const both = await wachta(['restore', '--from', to, '--data', box, '--into', recorded.url], own)
  assert.equal(both.code, 2, both.error)
  const restored = await wachta(['restore', '--from', to, '--data', box], own)
  assert.equal(restored.code, 0, restored.out + restored.error)
  assert.deepEqual(await readFile(join(box, 'objects', object)), bytes)
  const verified = await wachta(['verify', '--data', box], own)
  assert.equal(verified.code, 0, verified.out + verified.error)
  const packages = await wachta(['admin', 'packages', 'list', '--json', '--data', box], own)
  assert.deepEqual([packages.code, JSON.parse(packages.out).length > 0], [0, true], packages.error)
  const filled = await wachta(['restore', '--from', to, '--data', box], own)
  assert.deepEqual([filled.code, /The database is not empty/.test(filled.error)], [1, true], filled.error)
  const again = await wachta(['backup', '--data', box, '--to', join(folder, 'of-a-box')], own)
  assert.equal(again.code, 0, again.error)
  assert.match(again.out, /objects: 1 /)
  assert.deepEqual(
    (await readdir(box)).filter((name) => name.endsWith('.pid')),
    [],
    'nothing is left running',
  )
})

test('objects missing in a wrong object store are reported by backup and restore', async () => {
  const to = join(folder, 'without')
  const backedUp = await wachta(['backup', '--to', to], { OBJECTS_URL: objectsAt('nowhere') })
  assert.equal(backedUp.code, 3, backedUp.out + backedUp.error)
  assert.ok(backedUp.out.includes(`✗ ${object}\n`), backedUp.out)
  assert.match(backedUp.out, /INCOMPLETE: 1 objects are missing in file:\/\/\/.*nowhere\. Set OBJECTS_URL/)
  const into = ['--from', to, '--into', await emptyDatabase()]
  const restored = await wachta(['restore', ...into, '--language', 'pl'], { OBJECTS_URL: objectsAt('without-objects') })
  assert.equal(restored.code, 3)
  assert.match(restored.out, /✗ obiekty, których brakowało już podczas tworzenia kopii: 1/)
})

test('a day that is deleted during a backup is in it, and counted', async () => {
  await recorded.db.query(sql`select partition_days(array['2026-03-27'::date])`)
  await recorded.db.query(sql`insert into analysis select service_id, time - interval '2 days', revision, error_tolerance, ok_checks_count,
  error_checks_count, unknown_checks_count, failure, kind, checks from analysis where time < ${new Date(start + minuteMs)}`)
  const [there] = await recorded.db.query(sql<{ count: number }>`select count(*) as count from analysis`)
  let dropping: Promise<unknown> | undefined
  const made = await createBackup({
    ...{ url: recorded.url, folder: join(folder, 'dropped'), objects: objectsAt('objects'), keys, version: '0' },
    now: new Date(),
    onProgress({ stage }) {
      if (stage === 'objects') dropping ??= recorded.db.query(sql`drop table analysis_20260327`)
    },
  })
  assert.ok(dropping, 'it has started')
  await dropping
  assert.equal(made.counts['analysis'], there?.count)
  const [left] = await recorded.db.query(sql<{ count: number }>`select count(*) as count from analysis`)
  assert.equal(left?.count, (there?.count ?? 0) - recorded.services.length, 'control: it is gone')
})

test('invalid arguments are answered with what is expected', async () => {
  for (const words of [
    ['verify', '--from', '2026-03-02', '--to', '2026-03-01'],
    ['verify', '--from', '2026-03-01', '--to', '2026-03-01'],
    ['verify', '--account', '1.5'],
    ['verify', '--account', '0'],
    ['verify', '--since', '12'],
    ['verify', '--from', 'yesterday'],
    ['backup', '--to', folder, '--jobs', '0'],
    ['restore'],
  ])
    assert.equal((await wachta(words)).code, 2, words.join(' '))
  assert.match((await wachta(['verify'], { DATABASE_URL: '' })).error, /DATABASE_URL is not set/)
  const stranger = await wachta(['verify', '--account', '987654', '--language', 'pl'])
  assert.deepEqual([stranger.code, /Nie ma konta 987654/.test(stranger.error)], [2, true], stranger.error)
  assert.equal((await wachta(['verify', '--account', String(recorded.owner.id)])).code, 0, 'control')
})

test('a backup and a restore stop when asked, in the middle of copying', async () => {
  const common = { objects: objectsAt('objects'), keys, version: '0', now: new Date(), url: recorded.url }
  const whole = join(folder, 'whole')
  await createBackup({ ...common, folder: whole })

  const during = new AbortController()
  const stopAt = (wanted: string) => (progress: { stage: string }) => void (progress.stage === wanted && during.abort())
  const unfinished = createBackup({
    ...{ ...common, folder: join(folder, 'unfinished'), signal: during.signal, onProgress: stopAt('objects') },
  })
  await assert.rejects(unfinished, { name: 'AbortError' })

  const early = new AbortController()
  let seen = 0
  const onProgress = () => {
    seen += 1
    early.abort()
  }
  const put = putBack({ ...common, folder: whole, url: await emptyDatabase(), signal: early.signal, onProgress })
  await assert.rejects(put, { name: 'AbortError' })
  assert.equal(seen, 1, 'no file is looked at after the first')
})
