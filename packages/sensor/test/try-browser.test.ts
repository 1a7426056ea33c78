import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryBrowser } from '../src/try-browser.ts'

test('SENSOR_BROWSER: auto tries the browser of the machine, off never starts one', async () => {
  const lines: string[] = []
  const log = { info: (_: object, line: string) => void lines.push(line) }
  const off = await tryBrowser({ SENSOR_BROWSER: 'off' }, log)
  assert.deepEqual(off, { isAble: false, reason: 'switched off by SENSOR_BROWSER' })
  const found = await tryBrowser({ SENSOR_BROWSER: 'auto' }, log)
  assert.equal(found.isAble, true, JSON.stringify(found))
  assert.deepEqual(lines, ['checks can run in a browser'])
})
