import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, rm, stat, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SpooledResult } from '../src/spool/records.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import type { SpoolOptions } from '../src/spool/spool-options.ts'
import { eventually, minute, report, temporaryDirectory } from './support.ts'

const quick = { gather_ms: 1, segmentBytes: 600 }

interface Opened {
  readonly spool: Spool
  readonly durable: SpooledResult[]
}

async function open(directory: string, given: Partial<SpoolOptions> = {}): Promise<Opened> {
  const durable: SpooledResult[] = []
  const spool = await openSpool({
    directory,
    now: Date.now,
    onDurable: (results) => durable.push(...results),
    ...given,
    limits: { ...quick, ...given.limits },
  })
  return { spool, durable }
}

async function everything(spool: Spool): Promise<SpooledResult[]> {
  const found: SpooledResult[] = []
  for (const [group, [from, to]] of spool.outstanding()) {
    for (let next = from; next <= to; ) {
      const results = await spool.read(group, next, 7)
      if (results.length === 0) break
      found.push(...results)
      next = (results.at(-1)?.sequence ?? to) + 1
    }
  }
  return found
}

const key = ({ group, sequence }: SpooledResult) => `${group} ${sequence}`
const sorted = (results: readonly SpooledResult[]) =>
  [...results].sort((one, other) => one.group - other.group || one.sequence - other.sequence)

/** What the disk would hold after a crash: the newest files end anywhere behind what was written for good. */
async function crashed(from: string, to: string, tail: Uint8Array): Promise<void> {
  await cp(from, to, { recursive: true })
  const newest = (await readdir(to))
    .filter((file) => file.endsWith('.results'))
    .sort()
    .at(-1)
  if (newest) await appendFile(join(to, newest), tail)
}

test('what was reported as durable survives a crash at any byte, and no sequence is given twice', async () => {
  const life = fc.record({
    groups: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
    commitUpTo: fc.integer({ min: 0, max: 30 }),
    tail: fc.uint8Array({ maxLength: 60 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
      await using root = await temporaryDirectory()
      const known = new Map<string, SpooledResult>()
      const committed = new Map<number, number>()
      for (const [index, { groups, commitUpTo, tail }] of lives.entries()) {
        const { spool, durable } = await open(join(root.path, String(index)))
        for (const [place, group] of groups.entries()) {
          const words = place % 3 === 0 ? { error_message: `${index} ${place}` } : null
          spool.append(group, report(index * 1000 + place + 1, minute + place, { words }))
          if (place % 5 === 0) await spool.flush()
        }
        await spool.flush()
        for (const result of durable) {
          assert.ok(!known.has(key(result)), `${key(result)} was given twice`)
          known.set(key(result), result)
        }
        const marks = [...spool.outstanding()].map(([group, [, to]]) => [group, Math.min(to, commitUpTo)] as const)
        await spool.committed(marks)
        for (const [group, mark] of marks) committed.set(group, Math.max(mark, committed.get(group) ?? 0))
        await crashed(join(root.path, String(index)), join(root.path, String(index + 1)), tail)
        await spool[Symbol.asyncDispose]()
      }
      const { spool } = await open(join(root.path, String(lives.length)), { committed: [...committed] })
      await using _ = spool
      const expected = [...known.values()].filter(({ group, sequence }) => sequence > (committed.get(group) ?? 0))
      assert.deepEqual(sorted(await everything(spool)), sorted(expected))
    }),
    { numRuns: 40 },
  )
})

test('the end of the last write may be missing at any byte: whole results stay, and the torn one was never reported', async () => {
  await using root = await temporaryDirectory()
  const { spool, durable } = await open(join(root.path, 'a'), { limits: { segmentBytes: 1_000_000 } })
  const file = join(root.path, 'a', '0000000001.results')
  for (let place = 0; place < 5; place++) spool.append(1, report(place + 1, minute))
  await spool.flush()
  const synced = (await stat(file)).size
  for (let place = 5; place < 8; place++) spool.append(1, report(place + 1, minute))
  await spool.flush()
  await spool[Symbol.asyncDispose]()
  const whole = (await stat(file)).size
  for (let length = synced; length <= whole; length++) {
    const copy = join(root.path, `at-${length}`)
    await cp(join(root.path, 'a'), copy, { recursive: true })
    await truncate(join(copy, '0000000001.results'), length)
    const again = await open(copy)
    const found = await everything(again.spool)
    assert.ok(found.length >= 5)
    assert.deepEqual(found, durable.slice(0, found.length))
    again.spool.append(1, report(99, minute))
    await again.spool.flush()
    assert.equal(again.durable[0]?.sequence, found.length + 1)
    await again.spool[Symbol.asyncDispose]()
    await rm(copy, { recursive: true })
  }
  // The control: a disk that loses what it promised to keep is seen.
  await truncate(file, synced - 1)
  const broken = await open(join(root.path, 'a'))
  assert.ok((await everything(broken.spool)).length < 5)
  await broken.spool[Symbol.asyncDispose]()
})

test('a process that is killed leaves all that it reported', async () => {
  await using root = await temporaryDirectory()
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/spooling.ts'), root.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      told += text
    })
    await eventually('results', () => told.split('\n').length > 400)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    const lines = told.split('\n').slice(0, -1)
    const { spool } = await open(root.path)
    const found = new Set(
      (await everything(spool)).map(({ group, sequence, report }) => `${group} ${sequence} ${report.service_id}`),
    )
    assert.deepEqual(
      lines.filter((line) => !found.has(line)),
      [],
    )
    await spool[Symbol.asyncDispose]()
  }
})

test('segments go when the centre has all of them, and sequences go on', async () => {
  await using root = await temporaryDirectory()
  const { spool, durable } = await open(root.path)
  for (let place = 0; place < 60; place++) {
    spool.append(2, report(place + 1, minute))
    await spool.flush()
  }
  const before = spool.bytes
  await spool.committed([[2, 59]])
  assert.equal(spool.held, 1)
  assert.ok(spool.bytes < before / 3)
  await spool.committed([[2, 60]])
  await spool[Symbol.asyncDispose]()
  const again = await open(root.path)
  again.spool.append(2, report(1, minute))
  await again.spool.flush()
  assert.equal(again.durable[0]?.sequence, (durable.at(-1)?.sequence ?? 0) + 1)
  await again.spool[Symbol.asyncDispose]()
})

test('without room, words go before results, and the oldest results before the newest', async () => {
  await using root = await temporaryDirectory()
  const { spool } = await open(root.path, { limits: { bytes: 4_500 } })
  const words = { error_message: 'x'.repeat(100) }
  const append = async (count: number) => {
    for (let place = 0; place < count; place++) {
      spool.append(0, report(place + 1, minute, { words }))
      if (place % 4 === 0) await spool.flush()
    }
    await spool.flush()
  }
  await append(40)
  assert.equal(spool.dropped.results, 0)
  assert.ok(spool.dropped.words > 0)
  const results = await everything(spool)
  assert.equal(results.length, 40)
  assert.equal(results[0]?.report.words, null)
  assert.deepEqual(results.at(-1)?.report.words, words)
  await append(200)
  assert.ok(spool.dropped.results > 0)
  assert.equal(spool.held + spool.dropped.results, 240)
  assert.ok(spool.bytes < 6_500)
  assert.equal((await everything(spool)).at(-1)?.sequence, 240)
  await spool[Symbol.asyncDispose]()
})

test('a lost disk is another host', async () => {
  await using root = await temporaryDirectory()
  const first = await open(root.path)
  await first.spool[Symbol.asyncDispose]()
  const second = await open(root.path)
  assert.equal(second.spool.host, first.spool.host)
  await second.spool[Symbol.asyncDispose]()
  for (const file of await readdir(root.path)) if (file !== 'host') await unlink(join(root.path, file))
  const third = await open(root.path)
  assert.notEqual(third.spool.host, first.spool.host)
  await third.spool[Symbol.asyncDispose]()
})

test('a disk that takes nothing is tried again, and what waited is written once it does', async () => {
  await using root = await temporaryDirectory()
  const { spool, durable } = await open(root.path, { limits: { segmentBytes: 1 } })
  spool.append(0, report(1, minute))
  await spool.flush()
  // The next segment cannot be made while its name is taken by a directory.
  await mkdir(join(root.path, '0000000003.results'))
  spool.append(0, report(2, minute))
  await assert.rejects(spool.flush())
  assert.equal(durable.length, 1)
  await rm(join(root.path, '0000000003.results'), { recursive: true })
  await eventually('the result is written', () => durable.length === 2)
  assert.deepEqual(
    durable.map(({ sequence }) => sequence),
    [1, 2],
  )
  await spool[Symbol.asyncDispose]()
})

test('the oldest result that the centre lacks is known, and nothing is old once it has all', async () => {
  await using directory = await temporaryDirectory()
  const { spool } = await open(directory.path)
  await using _ = spool
  assert.equal(await spool.oldest(), undefined)
  for (const [group, after] of [
    [1, 5],
    [2, 3],
    [1, 6],
  ] as const)
    spool.append(group, report(1, minute + after))
  await spool.flush()
  assert.equal(await spool.oldest(), minute + 3)
  await spool.committed([[2, 1]])
  assert.equal(await spool.oldest(), minute + 5)
  await spool.committed([[1, 2]])
  assert.equal(await spool.oldest(), undefined)
})
