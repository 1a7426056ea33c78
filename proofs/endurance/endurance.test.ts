import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './main.ts'

/** A 192nd of the time with half that share of the storage, so that it fills within minutes instead of hours. */
const short = ['--hours', '0.25', '--store-share', String(1 / 96), '--no-flood']

test('a quarter of an hour in a 96th of the room: nothing is refused, nothing turns unknown', async () => {
  assert.equal(await run(short), 0)
})

test('the control: a stream that keeps what was read and refuses when it is full is found', async () => {
  assert.equal(await run([...short, '--break', 'retention']), 1)
})
