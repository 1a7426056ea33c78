import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createTestDatabase } from '@wachta/testing/database'
import { openDatabase, openReferenceClock } from '../src/index.ts'

const template = await createTestDatabase()
const database = openDatabase(template.url, { connections: 1 })
after(async () => {
  await database[Symbol.asyncDispose]()
  await template[Symbol.asyncDispose]()
})

test('whatever the clock of the machine says, the time is that of the database', async () => {
  for (const skew of [0, -90_000, 20_000, 500_000]) {
    using clock = await openReferenceClock(database, { wall: () => Date.now() + skew })
    assert.ok(Math.abs(clock.now() - Date.now()) <= clock.errorMs + 2)
    assert.ok(Math.abs(clock.offset_ms - skew) <= clock.errorMs + 5)
  }
})

test('where the clocks differ wildly, or the database answers too slowly, nothing is decided', async () => {
  await assert.rejects(openReferenceClock(database, { wall: () => Date.now() - 700_000 }), /700 s behind.*NTP/)
  const slow = {
    query: (async (statement: Parameters<typeof database.query>[0]) => {
      await new Promise((resolve) => setTimeout(resolve, 2_200))
      return database.query(statement)
    }) as typeof database.query,
  }
  await assert.rejects(openReferenceClock(slow), /too slowly/)
})

test('after a suspend the time is uncertain until the database was asked again', async () => {
  const machine = { suspendedMs: 0, setMs: 0 }
  using clock = await openReferenceClock(database, {
    wall: () => Date.now() + machine.setMs,
    monotonic: () => performance.now() - machine.suspendedMs,
  })
  assert.deepEqual([clock.isUncertain, clock.jumps], [false, 0])
  machine.suspendedMs = 90_000
  assert.equal(clock.isUncertain, true, 'the monotonic clock did not run')
  await until(() => !clock.isUncertain)
  assert.ok(Math.abs(clock.now() - Date.now()) <= clock.errorMs + 5, String(clock.now() - Date.now()))
  assert.equal(clock.jumps, 1)
  machine.setMs = 30_000
  assert.equal(clock.isUncertain, true, 'who moved is known only when the database has answered')
  await until(() => !clock.isUncertain)
  assert.ok(Math.abs(clock.now() - Date.now()) <= clock.errorMs + 5)
  assert.equal(clock.jumps, 1, 'a wall clock that is set loses no time')
})

test('an answer that a suspend separates from its question does not count', async () => {
  const machine = { suspendedMs: 0, isSleepy: false }
  const sleepy = {
    query: (async (statement: Parameters<typeof database.query>[0]) => {
      const rows = await database.query(statement)
      if (machine.isSleepy) machine.suspendedMs += 90_000
      machine.isSleepy = false
      return rows
    }) as typeof database.query,
  }
  using clock = await openReferenceClock(sleepy, {
    // Only the wall clock advances while the machine is suspended.
    wall: () => Date.now() + machine.suspendedMs,
  })
  machine.isSleepy = true
  machine.suspendedMs = 2_000
  assert.equal(clock.isUncertain, true)
  await until(() => !machine.isSleepy)
  assert.equal(clock.isUncertain, true)
  await until(() => !clock.isUncertain)
})

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = performance.now() + 5_000; !isTrue(); ) {
    assert.ok(performance.now() < end, 'it takes too long')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

test('a process under another clock knows the time of the database', async () => {
  assert.ok(existsSync(libfaketime), 'install the package faketime')
  const program = `const { openDatabase, openReferenceClock } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)})
const database = openDatabase(process.argv[1], { connections: 1 })
const clock = await openReferenceClock(database)
console.log(JSON.stringify({ now: clock.now(), wall: Date.now(), offset: clock.offset_ms }))
process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, template.url], {
    env: { ...process.env, LD_PRELOAD: libfaketime, FAKETIME: '-90s' },
  })
  const { now, wall, offset } = JSON.parse(stdout) as { now: number; wall: number; offset: number }
  assert.ok(Math.abs(wall - (Date.now() - 90_000)) < 20_000, 'the process believes something else')
  assert.ok(Math.abs(now - Date.now()) < 20_000 && now <= Date.now() + 100, String(now - Date.now()))
  assert.ok(Math.abs(offset + 90_000) < 500, String(offset))
})
