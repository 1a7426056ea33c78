import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printReport } from '../../src/index.ts'
import { makeSampleReport } from './sample-report.ts'

/** Writes the sample report in both languages: node packages/paper/test/support/make-sample.ts FOLDER */
const [folder = 'dist'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const language of ['en', 'pl'] as const) {
  const { pdf, standard, replacedCharacters: replaced } = await printReport(makeSampleReport({ language }))
  const file = join(folder, `report-${language}.pdf`)
  await writeFile(file, pdf)
  console.log(`${file}: ${pdf.length} bytes, PDF ${standard}, ${replaced} characters replaced`)
}
