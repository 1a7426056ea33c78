import type { ChildRequest, PackedLogo } from './child/protocol.ts'
import type { Branding, PrintedReport, PrintOptions, PrintResult } from './report.ts'
import { runChild } from './run-child.ts'

/** Prints a report as a tagged PDF/A-2a. The same report gives the same bytes. */
export async function printReport(report: PrintedReport, options: PrintOptions = {}): Promise<PrintResult> {
  const { logo, ...branding } = report.branding
  const packed = { ...branding, ...(logo === undefined ? {} : { logo: packLogo(logo) }) }
  const request: ChildRequest = { kind: 'report', report: { ...report, branding: packed } }
  const { pdf, standard, replaced } = await runChild(request, options)
  return { pdf, standard, replaced }
}

export const packLogo = ({ media_type, content }: NonNullable<Branding['logo']>): PackedLogo => ({
  media_type,
  base64: Buffer.from(content).toString('base64'),
})
