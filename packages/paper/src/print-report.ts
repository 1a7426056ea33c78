import type { PackedLogo, PackedReport } from './child/protocol.ts'
import type { Branding, DrawnReport, PrintedReport, PrintOptions, PrintResult } from './report.ts'
import { runChild } from './run-child.ts'

/** Prints a report as a tagged PDF/A-2a. The same input results in the same bytes. */
export async function printReport(report: PrintedReport, options: PrintOptions = {}): Promise<PrintResult> {
  const request = { kind: 'report', report: packReport(report) } as const
  const { content: pdf, standard, replacedCharacters } = await runChild(request, options)
  return { pdf, standard, replacedCharacters }
}

/** Draws the same pages as SVG for a screen. */
export async function drawReport(report: PrintedReport, options: PrintOptions = {}): Promise<DrawnReport> {
  const { content, pages = 0 } = await runChild({ kind: 'drawing', report: packReport(report) }, options)
  return { svg: Buffer.from(content).toString('utf8'), pages }
}

function packReport(report: PrintedReport): PackedReport {
  const { logo, ...branding } = report.branding
  return { ...report, branding: { ...branding, ...(logo === undefined ? {} : { logo: packLogo(logo) }) } }
}

export const packLogo = ({ media_type, content }: NonNullable<Branding['logo']>): PackedLogo => ({
  media_type,
  base64: Buffer.from(content).toString('base64'),
})
