export { drawAvailabilityBars } from './charts/availability-bars.ts'
export { drawAvailabilityStrips } from './charts/availability-strips.ts'
export { drawBudgetBurn } from './charts/budget-burn.ts'
export { drawHourHeatMap } from './charts/hour-heat-map.ts'
export { drawResponseTimeBands } from './charts/response-time-bands.ts'
export { checkLogo, type LogoFault, maxLogoBytes } from './check-logo.ts'
export { drawReport, printReport } from './print-report.ts'
export type {
  Branding,
  DrawnReport,
  PrintedReport,
  PrintOptions,
  PrintResult,
  ReportBlock,
  ReportCell,
  ReportTone,
} from './report.ts'
