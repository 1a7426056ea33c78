export { availabilityBars } from './charts/availability-bars.ts'
export { availabilityStrips } from './charts/availability-strips.ts'
export { budgetBurn } from './charts/budget-burn.ts'
export { hourHeatMap } from './charts/hour-heat-map.ts'
export { responseTimeBands } from './charts/response-time-bands.ts'
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
