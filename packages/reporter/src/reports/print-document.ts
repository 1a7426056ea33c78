import {
  availabilityBars,
  budgetBurn,
  hourHeatMap,
  type Block as PrintedBlock,
  printReport,
  responseTimeBands,
} from '@wachta/paper'
import {
  type Block,
  type ChartData,
  createFormat,
  fillVariables,
  type ReportDocument,
  toReportBlocks,
} from '@wachta/report'

const colour = '#1f5bc4'

const words = {
  en: {
    subtitle: 'Service level report',
    generated: (time: string, zone: string) => `Generated on ${time}. All times are in the time zone ${zone}.`,
    footer: (id: number) => `Report ${id} · made by Wachta`,
  },
  pl: {
    subtitle: 'Raport o dostępności usług',
    generated: (time: string, zone: string) => `Wygenerowano ${time}. Wszystkie czasy w strefie ${zone}.`,
    footer: (id: number) => `Raport ${id} · przygotowany przez Wachtę`,
  },
} as const

/** Prints a report. The same document gives the same bytes. */
export async function printDocument(document: ReportDocument): Promise<Buffer> {
  const { report, account, period } = document
  const language = report.language_id === 'pl' ? 'pl' : 'en'
  const format = createFormat(language, period.time_zone)
  const { pdf } = await printReport({
    language,
    title: report.title,
    subtitle: words[language].subtitle,
    account: account.name,
    period: format.period(period.from, period.to),
    generated: words[language].generated(format.time(report.generated_at), period.time_zone),
    created_at: Date.parse(report.generated_at),
    branding: { name: account.name, colour },
    introduction: fillVariables(report.introduction, document, format)
      .split(/\n\s*\n/)
      .filter(Boolean),
    blocks: toReportBlocks(document, format).map(toPrinted),
    footer: words[language].footer(report.id),
  })
  return Buffer.from(pdf)
}

function toPrinted(block: Block): PrintedBlock {
  if (block.kind !== 'chart') return block
  const { chart, ...rest } = block
  return { ...rest, svg: draw(chart) }
}

function draw(chart: ChartData): string {
  switch (chart.type) {
    case 'availability_bars':
      return availabilityBars(chart.days, { target: chart.target, label: chart.label })
    case 'hour_heat_map':
      return hourHeatMap(chart.levels, { weekDays: chart.week_days, label: chart.label })
    case 'response_time_bands':
      return responseTimeBands(
        chart.points.map(({ date, average, minimum, maximum }) => ({ date, p50: average, p95: minimum, maximum })),
        { label: chart.label, unit: chart.unit },
      )
    case 'budget_burn':
      return budgetBurn(chart.days, { label: chart.label })
  }
}
