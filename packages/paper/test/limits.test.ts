import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printReport } from '../src/index.ts'
import { makeSampleReport } from './support/sample-report.ts'

const columns = Array.from({ length: 10 }, (_, index) => ({ label: `Column ${index}`, align: 'left' as const }))
const rows = Array.from({ length: 20_000 }, (_, row) => columns.map((_, column) => `cell ${row} ${column}`))
const huge = { ...makeSampleReport(), blocks: [{ kind: 'table' as const, columns, rows }] }

test('a child that takes too long is ended, with the limit as the reason', async () => {
  await assert.rejects(
    printReport(makeSampleReport(), { timeoutMs: 1 }),
    /could not be printed: it took longer than 1 ms/,
  )
  const start = performance.now()
  await assert.rejects(printReport(huge, { timeoutMs: 1500, maxMegabytes: 4096 }), /took longer than 1500 ms/)
  assert.ok(performance.now() - start < 6000)
})

test('a child that needs too much memory is ended, and one that needs less is not', async () => {
  await assert.rejects(printReport(makeSampleReport(), { maxMegabytes: 40 }), /needed more than 40 MB of memory/)
  const large = { ...huge, blocks: [{ kind: 'table' as const, columns, rows: rows.slice(0, 1500) }] }
  await assert.rejects(
    printReport(large, { maxMegabytes: 160, timeoutMs: 120_000 }),
    /needed more than 160 MB of memory/,
  )
  const { standard } = await printReport(makeSampleReport(), { maxMegabytes: 250 })
  assert.equal(standard, 'a-2a')
})

test('a child that is no longer wanted is ended', async () => {
  const reason = new Error('shutting down')
  await assert.rejects(printReport(huge, { signal: AbortSignal.abort(reason) }), reason)
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 300)
  await assert.rejects(printReport(huge, { signal: controller.signal }), reason)
})

test('a report that cannot be printed says why', async () => {
  const table = { kind: 'table' as const, columns: [], rows: [] }
  await assert.rejects(
    printReport({ ...makeSampleReport(), blocks: [table] }),
    /could not be printed: a table has 0 columns, not 1 to 40/,
  )
  const chart = { kind: 'chart' as const, svg: 'no drawing', alt: 'none' }
  await assert.rejects(printReport({ ...makeSampleReport(), blocks: [chart] }), /could not be printed: .*SVG/i)
})
