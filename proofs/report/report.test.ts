import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaks } from './breaks.ts'
import { isProved, proveReport } from './main.ts'

// The clocks of Warsaw go forward on 29 March, those of Lord Howe back on 5 April.
const small = {
  services: 24,
  minutely: 1,
  from: '2026-03-27',
  to: '2026-04-07',
  seed: 11,
  offsets: 50,
  rows: 160,
  step: 97,
}

test('reports can be recomputed to the second, and every change is detected', async (context) => {
  const proof = await proveReport({ ...small, print: (line) => context.diagnostic(line) })
  assert.ok(isProved(proof), JSON.stringify(proof))
})

// Enough days for late results to change a figure, and enough rows for some to be from the last days.
const longerPeriod = { from: '2026-03-10', to: '2026-04-02' }
const tiny = { ...small, ...longerPeriod, services: 6, minutely: 0, offsets: 10, step: 997, rows: 800 }

const controls = {
  second: 'a figure that is wrong by a second',
  late: 'rollups that are not computed again after late results',
  byte: 'a verifier that looks at digests only',
  row: 'rows that are not sealed',
} as const

for (const broken of breaks)
  test(`control: finds ${controls[broken]}`, async () => {
    const { mismatched, tampered, detected } = await proveReport({ ...tiny, broken })
    const isFigureFault = broken === 'second' || broken === 'late'
    assert.deepEqual([mismatched > 0, detected < tampered], [isFigureFault, !isFigureFault])
  })
