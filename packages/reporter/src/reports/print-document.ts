import type { Language } from '@wachta/domain'
import { defaultAccentColour } from '@wachta/domain/brand-colours'
import {
  type Branding,
  type DrawnReport,
  drawAvailabilityBars,
  drawAvailabilityStrips,
  drawBudgetBurn,
  drawHourHeatMap,
  drawReport,
  drawResponseTimeBands,
  type ReportBlock as PrintedBlock,
  type PrintedReport,
  printReport,
} from '@wachta/paper'
import {
  createFormat,
  type DocumentBlock,
  fillVariables,
  type ReportChart,
  type ReportDocument,
  toReportBlocks,
} from '@wachta/report'

/**
 * Thrown if the document cannot be printed, for example because it is too large for the limits of the printing process.
 */
export class NotPrintableError extends Error {
  override readonly name = 'NotPrintableError'
}

/** Prints a report. The same document results in the same bytes. */
export async function printDocument(document: ReportDocument): Promise<Buffer> {
  const { pdf } = await printReport(toPrintedReport(document)).catch(rejectUnprintable)
  return Buffer.from(pdf)
}

/** Draws the same pages as SVG for a screen. */
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
    period: bindDates(format.period(period.from, period.to)),
    generated: format.words.document.generated(bindDates(format.time(report.generated_at)), period.time_zone),
    created_at: Date.parse(report.generated_at),
    branding: toPrintedBranding(document.branding),
    introduction: fillVariables(report.introduction, document, format)
      .split(/\n\s*\n/)
      .filter(Boolean),
    blocks: toReportBlocks(document, format).map((block) => toPrintedBlock(block, language)),
    footer: format.words.document.footer(report.id),
  }
}

/** Allows line breaks between dates, but not inside them. */
const bindDates = (text: string) => text.replaceAll(' ', '\u00a0').replaceAll('\u00a0–\u00a0', '\u00a0– ')

function toPrintedBranding(branding: ReportDocument['branding']): Branding {
  const { name, logo, contact_text, contact_email_address, contact_phone_number, contact_url } = branding
  const contact = [contact_text, contact_email_address, contact_phone_number, contact_url].filter(
    (line) => line !== null,
  )
  return {
    name,
    colour: branding.accent_colour ?? defaultAccentColour,
    contact,
    ...(logo === null ? {} : { logo: { media_type: logo.media_type, content: Buffer.from(logo.content, 'base64') } }),
  }
}

function toPrintedBlock(block: DocumentBlock, language: Language): PrintedBlock {
  if (block.kind !== 'chart') return block
  const { chart, ...rest } = block
  return { ...rest, svg: drawChart(chart, language) }
}

function drawChart(chart: ReportChart, language: Language): string {
  switch (chart.type) {
    case 'availability_bars':
      return drawAvailabilityBars(chart.days, { target: chart.target, label: chart.label, language })
    case 'availability_strips':
      return drawAvailabilityStrips(chart.strips, { label: chart.label, language })
    case 'hour_heat_map':
      return drawHourHeatMap(chart.levels, { weekDays: chart.week_days, label: chart.label, language })
    case 'response_time_bands':
      return drawResponseTimeBands(chart.points, { label: chart.label, unit: chart.unit, language })
    case 'budget_burn':
      return drawBudgetBurn(chart.days, { label: chart.label, language })
  }
}
