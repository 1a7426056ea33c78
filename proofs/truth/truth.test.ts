import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaks } from './breaks.ts'
import { isTrue, proveTruth } from './main.ts'

test('stored statuses match the simulated truth, and outages are detected in time', async () => {
  const report = await proveTruth({ services: 40, hours: 1.5, seed: 7, changeEvery: 15 })
  assert.ok(isTrue(report), report.examples.join('\n'))
  const { outages, failures, amended, strays, levels } = report
  for (const [name, count] of Object.entries({ outages, failures, amended, strays, levels }))
    assert.ok(count > 10, `${name}: ${count}`)
})

test('the same with PostgreSQL as the store', async () => {
  const report = await proveTruth({ services: 8, hours: 0.4, seed: 8, changeEvery: 5, store: 'postgres' })
  assert.ok(isTrue(report), report.examples.join('\n'))
  assert.ok(report.amended > 0 && report.failures > 0)
})

for (const broken of breaks)
  test(`a centre that breaks a rule is found out: ${broken}`, async () => {
    const report = await proveTruth({ services: 20, hours: 0.8, seed: 62, changeEvery: 2, broken })
    assert.ok(!isTrue(report))
  })
