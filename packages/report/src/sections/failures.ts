import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument, ReportedFailure, ReportedService } from '../document.ts'
import { missingValue, type ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { type ItemColumn, introduceSection, toEntryTable } from './tables.ts'

export const failuresSection: ReportSection = {
  id: 'failures',
  toBlocks: (document, format) => [
    ...introduceSection('failures', format),
    ...toEntryTable(document, format, {
      getEntries: listFailures,
      columns: toColumns(document, format),
      compare: (one, other) => other.seconds - one.seconds,
      emptyText: format.words.empty.failures,
    }),
    ...explainLinks(document, format),
  ],
}

/** Returns the failures; without incidents if the service is deleted, because the pages to link to are deleted too. */
const listFailures = ({ failures, deleted_at }: ReportedService): readonly ReportedFailure[] =>
  deleted_at === null ? failures : failures.map((failure) => ({ ...failure, incident_id: null }))

function explainLinks({ public_url, services }: ReportDocument, { words }: ReportFormat): DocumentBlock[] {
  const hasLinks = services.some((service) => listFailures(service).some(({ incident_id }) => incident_id !== null))
  return public_url === null || !hasLinks ? [] : [{ kind: 'note', text: words.linksToIncidents }]
}

function toColumns(
  { public_url }: ReportDocument,
  { words, time, endTime, duration }: ReportFormat,
): ItemColumn<ReportedFailure>[] {
  const { columns } = words
  return [
    {
      label: columns.start,
      align: 'left',
      // Links to the incident, with its checks and their evidence.
      toCell: ({ start_time, incident_id }) =>
        public_url === null || incident_id === null
          ? time(start_time)
          : { text: time(start_time), link: `${public_url}/incidents/${incident_id}` },
    },
    {
      label: columns.end,
      align: 'left',
      toCell: ({ start_time, end_time }) =>
        end_time === null ? { text: words.ongoing, tone: 'bad' } : endTime(start_time, end_time),
    },
    { label: columns.cause, align: 'left', toCell: ({ error_type }) => error_type ?? missingValue },
    { label: columns.corrected, align: 'left', toCell: ({ is_corrected }) => (is_corrected ? words.yes : words.no) },
    { label: columns.duration, toCell: ({ seconds }) => duration(seconds) },
    { label: columns.counted, toCell: ({ counted_seconds }) => duration(counted_seconds) },
  ]
}
