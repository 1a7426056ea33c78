import type { DocumentBlock, DocumentCell } from '../blocks.ts'
import type { ReportDocument, ReportedService, Totals } from '../document.ts'
import type { SectionId } from '../order.ts'
import type { ReportFormat } from '../words/format.ts'
import { maxDetailedServices, maxListedRows, maxServiceRows } from './limits.ts'
import { createServiceLabels } from './service-labels.ts'

/** Returns the heading of a section with the sentence that introduces it. */
export function introduceSection(id: SectionId, { words }: ReportFormat): DocumentBlock[] {
  const { name, lead } = words.sections[id]
  return [
    { kind: 'heading', level: 1, text: name },
    { kind: 'paragraph', text: lead },
  ]
}

/** One column of a table: its label and its cell for every item. The first column is text, the others are numbers. */
export interface ItemColumn<Item> {
  readonly label: string
  readonly toCell: (item: Item) => DocumentCell
  readonly align?: 'left' | 'right'
}

interface TableOptions {
  readonly format: ReportFormat
  readonly caption?: string
  readonly maxRows?: number
}

/** Returns a table with one row per item, and a note if some are left out. */
export function toTable<Item>(
  items: readonly Item[],
  columns: readonly ItemColumn<Item>[],
  { caption, maxRows = maxListedRows, format }: TableOptions,
): DocumentBlock[] {
  return [
    {
      kind: 'table',
      ...(caption === undefined ? {} : { caption }),
      columns: columns.map(({ label, align }, index) => ({ label, align: align ?? (index === 0 ? 'left' : 'right') })),
      rows: items.slice(0, maxRows).map((item) => columns.map(({ toCell }) => toCell(item))),
    },
    ...noteLeftOut(items.length, maxRows, format),
  ]
}

/** The figures that services and all services together have in common. */
export type CommonFigures = Pick<ReportedService & Totals, keyof ReportedService & keyof Totals>

interface ServiceTable {
  /** By default, all services of the report. */
  readonly services?: readonly ReportedService[]
  readonly columns: readonly ItemColumn<CommonFigures>[]
  readonly caption?: string
}

/** Returns a table with one row per service, and one for all services together if there are several. */
export function toServiceTable(
  document: ReportDocument,
  format: ReportFormat,
  { services = document.services, columns, caption }: ServiceTable,
): DocumentBlock[] {
  if (services.length === 0) return [{ kind: 'paragraph', text: format.words.empty.services }]
  const toLabel = createServiceLabels(document, format)
  const rows: { label: string; figures: CommonFigures }[] = services
    .slice(0, maxServiceRows)
    .map((service) => ({ label: toLabel(service), figures: service }))
  if (document.services.length > 1) rows.push({ label: format.words.allServices, figures: document.totals })
  return [
    ...toTable(
      rows,
      [
        { label: format.words.columns.service, toCell: ({ label }) => label },
        ...columns.map(({ label, toCell }) => ({
          label,
          toCell: ({ figures }: { figures: CommonFigures }) => toCell(figures),
        })),
      ],
      { ...(caption === undefined ? {} : { caption }), maxRows: rows.length, format },
    ),
    ...noteLeftOut(services.length, maxServiceRows, format),
  ]
}

interface ServiceDetails {
  readonly hasContent: (service: ReportedService) => boolean
  readonly toBlocks: (service: ReportedService, label: string) => DocumentBlock[]
  /** What the section says if no service has any content. */
  readonly empty: string
}

/** Returns the blocks of every service that has any, under its name. */
export function detailServices(
  document: ReportDocument,
  format: ReportFormat,
  { hasContent, toBlocks, empty }: ServiceDetails,
): DocumentBlock[] {
  const toLabel = createServiceLabels(document, format)
  const services = document.services.filter(hasContent)
  if (services.length === 0) return [{ kind: 'paragraph', text: empty }]
  const { words, number } = format
  return [
    ...services.slice(0, maxDetailedServices).flatMap((service): DocumentBlock[] => {
      const label = toLabel(service)
      return [{ kind: 'heading', level: 2, text: label }, ...toBlocks(service, label)]
    }),
    ...(services.length > maxDetailedServices
      ? [{ kind: 'note' as const, text: words.servicesLeftOut(number(maxDetailedServices), number(services.length)) }]
      : []),
  ]
}

function noteLeftOut(count: number, most: number, { words, number }: ReportFormat): DocumentBlock[] {
  return count > most ? [{ kind: 'note', text: words.rowsLeftOut(number(most), number(count)) }] : []
}
