import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { dayMs } from '@wachta/domain'
import { createReport, createTemporaryDirectory, eventually, minuteStart } from '@wachta/testing/sensor'
import fc from 'fast-check'
import { writeFrames } from '../src/spool/frames.ts'
import type { SpooledResult } from '../src/spool/records.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import type { SpoolOptions } from '../src/spool/spool-options.ts'

const quick = { gatherMs: 1, segmentBytes: 600, storedBytes: 0 }

interface OpenedSpool {
  readonly spool: Spool
  readonly durable: SpooledResult[]
}

async function open(directory: string, given: Partial<SpoolOptions> = {}): Promise<OpenedSpool> {
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

/** Copies the disk as after a crash: the newest file may end anywhere after the durable part. */
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
      await using root = await createTemporaryDirectory()
      const known = new Map<string, SpooledResult>()
      const committed = new Map<number, number>()
      for (const [index, { groups, commitUpTo, tail }] of lives.entries()) {
        const { spool, durable } = await open(join(root.path, String(index)))
        for (const [place, group] of groups.entries()) {
          const words = place % 3 === 0 ? { error_message: `${index} ${place}` } : null
          spool.append(group, createReport(index * 1000 + place + 1, minuteStart + place, { words }))
          if (place % 5 === 0) await spool.flush()
        }
        await spool.flush()
        for (const result of durable) {
          assert.ok(!known.has(key(result)), `${key(result)} was given twice`)
          known.set(key(result), result)
        }
        const marks = [...spool.outstanding()].map(([group, [, to]]) => [group, Math.min(to, commitUpTo)] as const)
        await spool.applyMarks(marks)
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
  await using root = await createTemporaryDirectory()
  const { spool, durable } = await open(join(root.path, 'a'), { limits: { segmentBytes: 1_000_000 } })
  const file = join(root.path, 'a', '0000000001.results')
  for (let place = 0; place < 5; place++) spool.append(1, createReport(place + 1, minuteStart))
  await spool.flush()
  const synced = (await stat(file)).size
  for (let place = 5; place < 8; place++) spool.append(1, createReport(place + 1, minuteStart))
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
    again.spool.append(1, createReport(99, minuteStart))
    await again.spool.flush()
    assert.equal(again.durable[0]?.sequence, found.length + 1)
    await again.spool[Symbol.asyncDispose]()
    await rm(copy, { recursive: true })
  }
  // Control: a disk that loses durable data is detected.
  await truncate(file, synced - 1)
  const broken = await open(join(root.path, 'a'))
  assert.ok((await everything(broken.spool)).length < 5)
  await broken.spool[Symbol.asyncDispose]()
})

test('a killed process keeps all results that it reported as durable', async () => {
  await using root = await createTemporaryDirectory()
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
  await using root = await createTemporaryDirectory()
  const { spool, durable } = await open(root.path)
  for (let place = 0; place < 60; place++) {
    spool.append(2, createReport(place + 1, minuteStart))
    await spool.flush()
  }
  const before = spool.bytes
  await spool.applyMarks([[2, 59]])
  assert.equal(spool.held, 1)
  assert.ok(spool.bytes < before / 3)
  await spool.applyMarks([[2, 60]])
  await spool[Symbol.asyncDispose]()
  const again = await open(root.path)
  again.spool.append(2, createReport(1, minuteStart))
  await again.spool.flush()
  assert.equal(again.durable[0]?.sequence, (durable.at(-1)?.sequence ?? 0) + 1)
  await again.spool[Symbol.asyncDispose]()
})

test('without room, texts are dropped before results, and the oldest results before the newest', async () => {
  await using root = await createTemporaryDirectory()
  const { spool } = await open(root.path, { limits: { bytes: 4_500 } })
  const words = { error_message: 'x'.repeat(100) }
  const append = async (count: number) => {
    for (let place = 0; place < count; place++) {
      spool.append(0, createReport(place + 1, minuteStart, { words }))
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

test('a sensor with a lost disk gets a new host id', async () => {
  await using root = await createTemporaryDirectory()
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

test('results of a new host id do not get the texts of the one before', async () => {
  await using root = await createTemporaryDirectory()
  const first = await open(root.path)
  first.spool.append(1, createReport(1, minuteStart, { words: { error_message: 'refused' } }))
  await first.spool[Symbol.asyncDispose]()
  await unlink(join(root.path, 'host'))
  const second = await open(root.path)
  second.spool.append(1, createReport(2, minuteStart))
  await second.spool.flush()
  assert.deepEqual(
    (await everything(second.spool)).map(({ report: { service_id, words } }) => [service_id, words]),
    [[2, null]],
  )
  await second.spool[Symbol.asyncDispose]()
})

test('a disk that takes nothing is tried again, and what waited is written once it does', async () => {
  await using root = await createTemporaryDirectory()
  const { spool, durable } = await open(root.path, { limits: { segmentBytes: 1 } })
  spool.append(0, createReport(1, minuteStart))
  await spool.flush()
  // The next segment cannot be created while a directory has its name.
  await mkdir(join(root.path, '0000000003.results'))
  spool.append(0, createReport(2, minuteStart))
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
  await using directory = await createTemporaryDirectory()
  const { spool } = await open(directory.path)
  await using _ = spool
  assert.equal(await spool.oldest(), undefined)
  for (const [group, after] of [
    [1, 5],
    [2, 3],
    [1, 6],
  ] as const)
    spool.append(group, createReport(1, minuteStart + after))
  await spool.flush()
  assert.equal(await spool.oldest(), minuteStart + 3)
  await spool.applyMarks([[2, 1]])
  assert.equal(await spool.oldest(), minuteStart + 5)
  await spool.applyMarks([[1, 2]])
  assert.equal(await spool.oldest(), undefined)
})

/** A spool of one group with results 1 to 60, in small segments. */
async function sixty(directory: string, limits: Partial<SpoolOptions['limits']> = {}): Promise<Spool> {
  const { spool } = await open(directory, { limits: { storedBytes: 1_000_000, ...limits } })
  for (let place = 0; place < 60; place++) {
    spool.append(2, createReport(place + 1, minuteStart))
    await spool.flush()
  }
  return spool
}

test('results that the centre lost are still on the disk, and are outstanding again', async () => {
  await using root = await createTemporaryDirectory()
  await using spool = await sixty(root.path)
  const before = spool.bytes
  assert.deepEqual(await spool.applyMarks([[2, 50, 'first']]), [])
  assert.equal(spool.held, 10)
  assert.equal(spool.bytes, before)
  // The centre's database has gone back in time: marks of a new session confirm less.
  assert.deepEqual(await spool.applyMarks([[2, 20, 'second']]), [{ group: 2, from: 21, to: 50 }])
  assert.deepEqual(
    (await everything(spool)).map(({ sequence }) => sequence),
    Array.from({ length: 40 }, (_, place) => 21 + place),
  )
  assert.equal(spool.first(2), 1)
  // Marks of the lost database no longer count, and within a session marks never go back.
  await spool.applyMarks([[2, 55, 'first']])
  assert.equal(spool.held, 40)
  await spool.applyMarks([[2, 30, 'second']])
  assert.deepEqual(await spool.applyMarks([[2, 25, 'second']]), [])
  assert.equal(spool.held, 30)
  assert.equal(spool.dropped.results, 0)
})

test('what is kept of stored results has its bound, goes before anything else, and is told as gone', async () => {
  await using root = await createTemporaryDirectory()
  await using spool = await sixty(root.path, { storedBytes: 1_500 })
  await spool.applyMarks([[2, 60, 'first']])
  assert.ok(spool.bytes <= 1_500 + 2 * 700)
  const first = spool.first(2)
  assert.ok(first > 1 && first < 55)
  assert.deepEqual(await spool.applyMarks([[2, 0, 'second']]), [{ group: 2, from: 1, to: 60 }])
  assert.equal((await everything(spool))[0]?.sequence, first)
  assert.equal(spool.dropped.results, first - 1)
})

test('a clock that jumps ahead drops no result that the centre lacks, but a day that really passes does', async () => {
  await using root = await createTemporaryDirectory()
  const clock = { wall: Date.now(), monotonic: 1_000 }
  const options = { now: () => clock.wall, monotonic: () => clock.monotonic, limits: { storedBytes: 1_000_000 } }
  const { spool } = await open(root.path, options)
  for (let place = 0; place < 60; place++) {
    spool.append(2, createReport(place + 1, minuteStart))
    await spool.flush()
  }
  clock.wall += 2 * dayMs
  await spool.applyMarks([[2, 20]])
  assert.deepEqual([spool.held, spool.dropped.results], [40, 0])
  const first = spool.first(2)
  assert.ok(first > 1 && first <= 21, 'of the results that the centre has, old ones are deleted')
  await spool[Symbol.asyncDispose]()
  const { spool: again } = await open(root.path, options)
  await again.applyMarks([[2, 20]])
  assert.deepEqual([again.held, again.dropped.results], [40, 0], 'nor does a restart with that clock')
  clock.monotonic += dayMs
  await again.applyMarks([])
  assert.deepEqual([again.held, again.dropped.results], [0, 40])
  await again[Symbol.asyncDispose]()
})

test('a full disk drops results that the centre has before others', async () => {
  await using root = await createTemporaryDirectory()
  await using spool = await sixty(root.path, { bytes: 4_000 })
  await spool.applyMarks([[2, 60]])
  for (let place = 0; place < 60; place++) {
    spool.append(2, createReport(place + 1, minuteStart))
    await spool.flush()
  }
  assert.ok(spool.bytes < 5_500)
  assert.ok(spool.first(2) > 1)
  assert.equal(spool.dropped.results, 0)
  assert.equal(spool.held, 60)
})

test('a damaged frame costs its own result: the others are read, and the hole is told as gone', async () => {
  await using root = await createTemporaryDirectory()
  const { spool, durable } = await open(root.path)
  for (let slot = 1; slot <= 60; slot += 1) {
    spool.append(0, createReport(1, slot * minuteStart))
    if (slot % 10 === 0) await spool.flush()
  }
  await spool.flush()
  await spool[Symbol.asyncDispose]()
  const files = (await readdir(root.path)).filter((file) => file.endsWith('.results')).sort()
  assert.ok(files.length >= 3, `${files.length}`)
  const damage = async (file: string, at: number) => {
    const bytes = await readFile(join(root.path, file))
    for (let place = at; place < at + 4; place += 1) bytes[place] = (bytes[place] ?? 0) ^ 0xff
    await writeFile(join(root.path, file), bytes)
  }
  const size = (await stat(join(root.path, files[0] ?? ''))).size
  await damage(files[0] ?? '', Math.floor(size / 2))
  // Damage the header of another segment, and with it the start of its sequences.
  await damage(files[1] ?? '', 20)

  const again = await open(root.path)
  const found = await everything(again.spool)
  assert.ok(found.length >= durable.length - 2 && found.length < durable.length, `${found.length}`)
  assert.equal(again.spool.dropped.results, durable.length - found.length)
  const lost = durable.map(({ sequence }) => sequence).filter((one) => !found.some(({ sequence }) => sequence === one))
  // The centre has everything before the gap: outstanding results begin after it, which shows that the gap will stay.
  const first = lost[0] ?? 0
  await again.spool.applyMarks([[0, first - 1]])
  const behind = Math.min(...found.map(({ sequence }) => sequence).filter((sequence) => sequence > first))
  assert.equal(again.spool.outstanding().get(0)?.[0], behind)
  assert.equal(again.spool.first(0), behind)
  await again.spool[Symbol.asyncDispose]()
})

test('a damaged header costs nothing of the other segments, and no sequence is given again', async () => {
  await using root = await createTemporaryDirectory()
  const first = await open(root.path)
  for (let slot = 1; slot <= 5; slot += 1) {
    first.spool.append(0, createReport(1, slot * minuteStart))
    first.spool.append(1, createReport(2, slot * minuteStart))
  }
  await first.spool[Symbol.asyncDispose]()
  // The second segment has a result of one group; only its header says how far the other group is.
  const second = await open(root.path)
  second.spool.append(0, createReport(1, 6 * minuteStart))
  await second.spool[Symbol.asyncDispose]()
  const newest =
    (await readdir(root.path))
      .filter((file) => file.endsWith('.results'))
      .sort()
      .at(-1) ?? ''
  const bytes = await readFile(join(root.path, newest))
  bytes[12] = (bytes[12] ?? 0) ^ 1
  await writeFile(join(root.path, newest), bytes)

  const { spool, durable } = await open(root.path)
  const places = (results: readonly SpooledResult[]) => sorted(results).map(key)
  const written = [...first.durable, ...second.durable]
  assert.deepEqual(places(await everything(spool)), places(written))
  spool.append(1, createReport(2, 7 * minuteStart))
  await spool.flush()
  assert.deepEqual(places(durable), ['1 6'])
  assert.equal(spool.dropped.results, 0)
  await spool[Symbol.asyncDispose]()
})

test('a spool full of garbage opens, and works', async () => {
  await using root = await createTemporaryDirectory()
  const { spool } = await open(root.path)
  spool.append(0, createReport(1, minuteStart))
  await spool.flush()
  await spool[Symbol.asyncDispose]()
  const garbage = [Buffer.alloc(0), Buffer.from('garbage'), Buffer.alloc(100_000, 0xff), Buffer.alloc(5_000)]
  for (const [index, bytes] of garbage.entries()) {
    await writeFile(join(root.path, `000000010${index}.results`), bytes)
    await writeFile(join(root.path, `000000010${index}.words`), bytes)
  }
  const again = await open(root.path)
  again.spool.append(0, createReport(1, 2 * minuteStart))
  await again.spool.flush()
  assert.equal((await everything(again.spool)).length, 2)
  await again.spool[Symbol.asyncDispose]()
})

test('segments with garbage in their header or their words, stale copies and foreign directories cost nothing else', async () => {
  await using root = await createTemporaryDirectory()
  const { spool } = await open(root.path)
  const { host } = spool
  for (let slot = 1; slot <= 30; slot += 1) {
    spool.append(0, createReport(1, slot * minuteStart))
    await spool.flush()
  }
  const highest = Math.max(...(await everything(spool)).map(({ sequence }) => sequence))
  await spool[Symbol.asyncDispose]()
  const [oldest = ''] = (await readdir(root.path)).filter((file) => file.endsWith('.results')).sort()
  await cp(join(root.path, oldest), join(root.path, '0000005000.results'))
  const garbage = ['5', 'null', '"x"', '[]', '["x", 1]', '[0, 1.5]', '{"a": 1}']
  for (const [index, json] of garbage.entries()) {
    const header = Buffer.from(`{"v":1,"host":${JSON.stringify(host)},"next":[${json}]}`)
    await writeFile(join(root.path, `000000600${index}.results`), writeFrames([header]))
  }
  const place = Buffer.from([1, 0, 0, 1, 0, 0, 0, 0, 0])
  const words = garbage.map((json) => Buffer.concat([place, Buffer.from(json)]))
  await writeFile(join(root.path, oldest.replace('.results', '.words')), writeFrames(words))
  await mkdir(join(root.path, '0000000000.results'))
  const again = await open(root.path)
  again.spool.append(0, createReport(1, 31 * minuteStart))
  await again.spool.flush()
  assert.deepEqual(
    again.durable.map(({ sequence }) => sequence),
    [highest + 1],
    'no sequence is given twice',
  )
  assert.equal(
    (await everything(again.spool)).find(({ sequence }) => sequence === highest + 1)?.report.slot,
    31 * minuteStart,
  )
  await again.spool[Symbol.asyncDispose]()
})
