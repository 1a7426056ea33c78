import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument } from '../document.ts'
import type { SectionId } from '../order.ts'
import type { ReportFormat } from '../words/format.ts'
import { accountingMethodSection } from './accounting-method.ts'
import { analysesSection } from './analyses.ts'
import { breakdownByHourSection } from './breakdown-by-hour.ts'
import { breakdownByMonthSection } from './breakdown-by-month.ts'
import { breakdownByMonthDaySection } from './breakdown-by-month-day.ts'
import { breakdownByWeekDaySection } from './breakdown-by-week-day.ts'
import { checksSection } from './checks.ts'
import { correctionsSection } from './corrections.ts'
import { errorTypesSection } from './error-types.ts'
import { eventsSection } from './events.ts'
import { failuresSection } from './failures.ts'
import { performanceSection } from './performance.ts'
import type { ReportSection } from './section.ts'
import { sensorsSection } from './sensors.ts'
import { serviceLevelSection } from './service-level.ts'
import { statusChangesSection } from './status-changes.ts'
import { summarySection } from './summary.ts'
import { suspensionsSection } from './suspensions.ts'

/** Returns the sections of the template in its order, after notes about missing results. */
export function toReportBlocks(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  return [
    ...document.missing_results.map(({ sensor_name, from, to }) => ({
      kind: 'note' as const,
      text: format.words.document.missingResults(sensor_name, format.time(from), format.time(to)),
    })),
    ...document.report.sections.flatMap((id) => sectionRegistry[id].toBlocks(document, format)),
  ]
}

export const sectionRegistry: Readonly<Record<SectionId, ReportSection>> = {
  summary: summarySection,
  accounting_method: accountingMethodSection,
  service_level: serviceLevelSection,
  failures: failuresSection,
  status_changes: statusChangesSection,
  performance: performanceSection,
  checks: checksSection,
  analyses: analysesSection,
  error_types: errorTypesSection,
  sensors: sensorsSection,
  corrections: correctionsSection,
  suspensions: suspensionsSection,
  events: eventsSection,
  breakdown_by_hour: breakdownByHourSection,
  breakdown_by_week_day: breakdownByWeekDaySection,
  breakdown_by_month_day: breakdownByMonthDaySection,
  breakdown_by_month: breakdownByMonthSection,
}
