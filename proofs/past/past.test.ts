import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provePast } from './main.ts'

test('no write except corrections changes a figure of a closed period', async (context) => {
  const report = await provePast({ writes: 480, seed: 11, print: (line) => context.diagnostic(line) })
  assert.deepEqual([report.closedChanged, report.rawChanged, report.gaps], [0, 0, []])
})

test('control: a rewritten past is detected', async () => {
  // `npm run prove -- past --break …` runs the others.
  for (const broken of ['suspension', 'raw']) {
    const { closedChanged, rawChanged } = await provePast({ writes: 800, seed: 11, broken })
    assert.ok(closedChanged > 0 && rawChanged > 0, broken)
  }
})
