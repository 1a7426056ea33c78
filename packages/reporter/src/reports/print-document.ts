import type { Language } from '@wachta/domain'
import {
  availabilityBars,
  budgetBurn,
  type DrawnReport,
  drawReport,
  hourHeatMap,
  type Block as PrintedBlock,
  type PrintedReport,
  printReport,
  responseTimeBands,
} from '@wachta/paper'
import {
  createFormat,
  type DocumentBlock,
  fillVariables,
  type ReportChart,
  type ReportDocument,
  toReportBlocks,
} from '@wachta/report'

const colour = '#1f5bc4'

/** The document could not be printed, for example because it is too large for the limits of the printing process. */
export class NotPrintableError extends Error {
  override readonly name = 'NotPrintableError'
}

/** Prints a report. The same document gives the same bytes. */
export async function printDocument(document: ReportDocument): Promise<Buffer> {
  const { pdf } = await printReport(toPrintedReport(document)).catch(rejectUnprintable)
  return Buffer.from(pdf)
}

/** Draws the same pages for a screen. */
export const drawDocument = (document: ReportDocument): Promise<DrawnReport> =>
  drawReport(toPrintedReport(document)).catch(rejectUnprintable)

function rejectUnprintable(cause: Error): never {
  throw new NotPrintableError(cause.message, { cause })
}

function toPrintedReport(document: ReportDocument): PrintedReport {
  const { report, account, period } = document
  const language = report.language_id === 'pl' ? 'pl' : 'en'
  const format = createFormat(language, period.time_zone)
  return {
    language,
    title: report.title,
    subtitle: format.words.document.subtitle,
    account: account.name,
    period: format.period(period.from, period.to),
    generated: format.words.document.generated(format.time(report.generated_at), period.time_zone),
    created_at: Date.parse(report.generated_at),
    branding: { name: account.name, colour },
    introduction: fillVariables(report.introduction, document, format)
      .split(/\n\s*\n/)
      .filter(Boolean),
    blocks: toReportBlocks(document, format).map((block) => toPrinted(block, language)),
    footer: format.words.document.footer(report.id),
  }
}

function toPrinted(block: DocumentBlock, language: Language): PrintedBlock {
  if (block.kind !== 'chart') return block
  const { chart, ...rest } = block
  return { ...rest, svg: draw(chart, language) }
}

function draw(chart: ReportChart, language: Language): string {
  switch (chart.type) {
    case 'availability_bars':
      return availabilityBars(chart.days, { target: chart.target, label: chart.label, language })
    case 'hour_heat_map':
      return hourHeatMap(chart.levels, { weekDays: chart.week_days, label: chart.label, language })
    case 'response_time_bands':
      return responseTimeBands(chart.points, { label: chart.label, unit: chart.unit, language })
    case 'budget_burn':
      return budgetBurn(chart.days, { label: chart.label, language })
  }
}
