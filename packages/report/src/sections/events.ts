import type { DocumentBlock } from '../blocks.ts'
import type { IncidentFigures, ReportDocument } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { maxServiceRows } from './limits.ts'
import type { ReportSection } from './section.ts'
import { createServiceLabels } from './service-labels.ts'
import { type ItemColumn, introduceSection, toTable } from './tables.ts'

export const eventsSection: ReportSection = {
  id: 'events',
  toBlocks: (document, format) => [...introduceSection('events', format), ...toIncidentTable(document, format)],
}

interface IncidentRow extends IncidentFigures {
  readonly label: string
}

function toIncidentTable(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const toLabel = createServiceLabels(document, format)
  const rows = document.services
    .filter(({ incidents }) => hasIncidentsOrNotifications(incidents))
    .map((service) => ({ label: toLabel(service), ...service.incidents }))
  if (rows.length === 0) return [{ kind: 'paragraph', text: format.words.empty.events }]
  return toTable(rows, toColumns(format), { format, maxRows: maxServiceRows })
}

function hasIncidentsOrNotifications(incidents: IncidentFigures): boolean {
  const { count, notifications_sent, notifications_failed, notifications_suppressed } = incidents
  return count + notifications_sent + notifications_failed + notifications_suppressed > 0
}

function toColumns({ words, number, duration }: ReportFormat): ItemColumn<IncidentRow>[] {
  const { columns } = words
  return [
    { label: columns.service, toCell: ({ label }) => label },
    { label: columns.incidents, toCell: ({ count }) => number(count) },
    { label: columns.acknowledged, toCell: ({ acknowledged }) => number(acknowledged) },
    {
      label: columns.timeToAcknowledge,
      toCell: ({ mean_seconds_to_acknowledge }) => duration(mean_seconds_to_acknowledge),
    },
    { label: columns.escalationSteps, toCell: ({ escalation_steps }) => number(escalation_steps) },
    { label: columns.sent, toCell: ({ notifications_sent }) => number(notifications_sent) },
    { label: columns.notSent, toCell: ({ notifications_failed }) => number(notifications_failed) },
    { label: columns.suppressed, toCell: ({ notifications_suppressed }) => number(notifications_suppressed) },
  ]
}
