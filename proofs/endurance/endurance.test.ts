import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './main.ts'

/** 1/192 of the usual 48 hours with 1/96 of the storage, which fills within minutes instead of hours. */
const shortRun = ['--hours', '0.25', '--store-share', String(1 / 96), '--no-flood']

test('15 minutes with a 96th of the storage: nothing is rejected, nothing becomes unknown', async () => {
  assert.equal(await run(shortRun), 0)
})

test('the control: a stream that keeps read messages and rejects new ones when it is full is detected', async () => {
  assert.equal(await run([...shortRun, '--break', 'retention']), 1)
})
