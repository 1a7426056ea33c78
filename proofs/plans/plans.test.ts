import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules, formatResultLine, provePlans } from './main.ts'
import { listPeriods } from './oracle.ts'

test('each period has one report, whatever fails around its due time', { timeout: 600_000 }, async (context) => {
  const report = await provePlans({ rounds: 40, seed: 7 })
  context.diagnostic(formatResultLine(report))
  assert.deepEqual([report.missed, report.doubled], [[], []])
  assert.equal(report.periods, 40)
})

for (const broken of brokenRules)
  test(`the control: without ${broken} it is found out`, { timeout: 600_000 }, async (context) => {
    const report = await provePlans({ rounds: 20, seed: 3, broken })
    context.diagnostic(formatResultLine(report))
    assert.ok((broken === 'index' ? report.doubled : report.missed).length > 0)
  })

test('the oracle knows days of 23, 24 and 25 hours, half hours, and a midnight that is skipped', () => {
  const hours = (zone: string, day: string) => {
    const noon = Date.parse(`${day}T12:00:00Z`)
    return listPeriods('daily', zone, { from: noon - 86_400_000, to: noon + 86_400_000 }).map(
      ({ start, end }) => (end - start) / 3_600_000,
    )
  }
  assert.ok(hours('Europe/Warsaw', '2027-03-28').includes(23))
  assert.ok(hours('Europe/Warsaw', '2027-10-31').includes(25))
  assert.ok(hours('Australia/Lord_Howe', '2027-10-03').includes(23.5))
  assert.ok(hours('America/Santiago', '2027-09-05').includes(23))
  const [month] = listPeriods('monthly', 'Asia/Kathmandu', {
    from: Date.parse('2027-03-20T00:00:00Z'),
    to: Date.parse('2027-04-10T00:00:00Z'),
  })
  assert.deepEqual(month, {
    start: Date.parse('2027-02-28T18:15:00Z'),
    end: Date.parse('2027-03-31T18:15:00Z'),
  })
})
