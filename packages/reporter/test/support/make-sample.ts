import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { createReportTask } from '../../src/reports/make-report.ts'
import { orderSampleReport } from './sample-month.ts'

/** Makes the sample reports of the documentation from a database with history: npm run sample-report -- [FOLDER] */
const [folder = 'docs/examples'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const language of ['en', 'pl'] as const) {
  await using server = await createTestDatabase()
  await using db = openDatabase(server.url, { role: null, connections: 4 })
  const report = await orderSampleReport(db, language)
  const log = { info: () => undefined, error: console.error }
  const now = () => new Date('2026-11-01T03:20:00Z')
  await createReportTask({ database: db, log, now, publicUrl: 'https://watch.bursztyn.example' })({ report })
  const files = await db.query(
    sql<{ type_id: string; content: Buffer }>`select type_id, content from report_file where report_id = ${report}`,
  )
  for (const { type_id, content } of files.filter(({ type_id }) => type_id === 'pdf' || folder !== 'docs/examples')) {
    const file = join(folder, `report-sample-${language}.${type_id}`)
    await writeFile(file, content)
    console.log(`${file}: ${content.length} bytes`)
  }
}
