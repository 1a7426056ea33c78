import type { ReportDocument, ReportedService } from './document.ts'

type SummarizedService = Pick<ReportedService, 'name' | 'group_name' | 'service_level' | 'failures_count' | 'budget'>

/**
 * The data for a message about a report: the document without the details of its services, which can take many
 * megabytes.
 */
export interface ReportSummary extends Omit<ReportDocument, 'services'> {
  readonly services: readonly SummarizedService[]
}

export const summarizeReport = ({ services, ...document }: ReportDocument): ReportSummary => ({
  ...document,
  services: services.map(({ name, group_name, service_level, failures_count, budget }) => ({
    name,
    group_name,
    service_level,
    failures_count,
    budget,
  })),
})
