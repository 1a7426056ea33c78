import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './main.ts'

/** A 192nd of the time with half that share of the storage, so that it fills within minutes instead of hours. */
const short = ['--hours', '0.25', '--store-share', String(1 / 96), '--no-flood']

test('15 minutes with a 96th of the storage: nothing is rejected, nothing becomes unknown', async () => {
  assert.equal(await run(short), 0)
})

test('the control: a stream that keeps read messages and rejects new ones when it is full is detected', async () => {
  assert.equal(await run([...short, '--break', 'retention']), 1)
})
