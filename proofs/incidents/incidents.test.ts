import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenProperties } from './breaks.ts'
import { formatResultLine, proveIncidents } from './main.ts'

test('every outage is one incident, and all views of it agree', { timeout: 180_000 }, async (context) => {
  const report = await proveIncidents({ rounds: 4, seed: 3 })
  context.diagnostic(formatResultLine(report))
  assert.ok(report.outages > 20)
  assert.deepEqual([report.split, report.merged, report.disagreements], [0, 0, []])
})

// In the first round with this seed, services that a rule covers are down, as each of the controls needs.
const controlSeed = 20_261_117

for (const broken of brokenProperties) {
  test(`control: ${broken} is found`, { timeout: 180_000 }, async (context) => {
    const report = await proveIncidents({ rounds: 1, seed: controlSeed, broken })
    context.diagnostic(formatResultLine(report))
    const found = { split: report.split, merge: report.merged, views: report.disagreements.length }
    assert.ok(found[broken] > 0)
  })
}
