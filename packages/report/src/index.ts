export type { DocumentBlock, ReportChart } from './blocks.ts'
export { buildDocument, NoServicesError } from './build.ts'
export { writeCorrectionsCsv } from './csv/corrections-csv.ts'
export { generateAnalysesCsv, generateChecksCsv } from './csv/measured-csv.ts'
export { writeServicesCsv } from './csv/services-csv.ts'
export { writeStatusChangesCsv } from './csv/status-changes-csv.ts'
export { type DailyFigures, type DailyQuery, loadDailyFigures } from './daily-figures.ts'
export type * from './document.ts'
export { type ReportedGroup, toGroupTemplate } from './group-template.ts'
export { loadHistories, TooManyChangesError } from './load/history.ts'
export { loadSensorProgress, loadSensorsOfServices, type ScopedSensor } from './load/sensors.ts'
export { loadScopedServices } from './load/services.ts'
export {
  type AttachmentTypeId,
  attachmentTypeIds,
  type BrandingSnapshot,
  type ReportOrder,
  reportSectionIds,
  type SectionId,
  type TemplateSnapshot,
} from './order.ts'
export { toReportBlocks } from './sections/index.ts'
export { type ReportSummary, summarizeReport } from './summary.ts'
export { fillVariables, findUnknownVariables, reportVariables } from './variables.ts'
export { createFormat, type ReportFormat } from './words/format.ts'
