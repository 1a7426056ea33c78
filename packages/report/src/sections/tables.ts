import type { DocumentBlock, DocumentCell } from '../blocks.ts'
import type { ReportDocument, ReportedService, Totals } from '../document.ts'
import type { SectionId } from '../order.ts'
import type { ReportFormat } from '../words/format.ts'
import { maxDetailedServices, maxEntries, maxListedRows, maxServiceRows } from './limits.ts'
import { createServiceLabels } from './service-labels.ts'

/** Returns the heading of a section and its introductory sentence. */
export function introduceSection(id: SectionId, { words }: ReportFormat): DocumentBlock[] {
  const { name, lead } = words.sections[id]
  return [
    { kind: 'heading', level: 1, text: name },
    { kind: 'paragraph', text: lead },
  ]
}

/**
 * One column of a table: its label and its cell for every item. By default, the first column is aligned left, the
 * others right.
 */
export interface ItemColumn<Item> {
  readonly label: string
  readonly toCell: (item: Item) => DocumentCell
  readonly align?: 'left' | 'right'
  /** The relative width. If no column has a share, the widths follow the content. */
  readonly share?: number
}

interface TableOptions {
  readonly format: ReportFormat
  readonly caption?: string
  readonly maxRows?: number
  readonly hasTotal?: boolean
}

/** Returns a table with one row per item, and a note if some are left out. */
export function toTable<Item>(
  items: readonly Item[],
  columns: readonly ItemColumn<Item>[],
  { caption, maxRows = maxListedRows, hasTotal = false, format }: TableOptions,
): DocumentBlock[] {
  return [
    {
      kind: 'table',
      ...(caption === undefined ? {} : { caption }),
      columns: columns.map(({ label, align, share }, index) => ({
        label,
        align: align ?? (index === 0 ? 'left' : 'right'),
        ...(share === undefined ? {} : { share }),
      })),
      ...(hasTotal ? { has_total: true } : {}),
      rows: items.slice(0, maxRows).map((item) => columns.map(({ toCell }) => toCell(item))),
    },
    ...noteLeftOut(items.length, maxRows, format),
  ]
}

/** The figures that both a service and the totals have. */
export type CommonFigures = Pick<ReportedService & Totals, keyof ReportedService & keyof Totals>

interface ServiceTable {
  /** By default, all services of the report. */
  readonly services?: readonly ReportedService[]
  readonly columns: readonly ItemColumn<CommonFigures>[]
  readonly caption?: string
}

/** Returns a table with one row per service, and one for all services if there are several. */
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
  const hasTotal = document.services.length > 1
  if (hasTotal) rows.push({ label: format.words.allServices, figures: document.totals })
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
      { ...(caption === undefined ? {} : { caption }), maxRows: rows.length, hasTotal, format },
    ),
    ...noteLeftOut(services.length, maxServiceRows, format),
  ]
}

interface ServiceEntries<Entry> {
  readonly getEntries: (service: ReportedService) => readonly Entry[]
  readonly columns: readonly ItemColumn<Entry>[]
  readonly compare?: (one: Entry, other: Entry) => number
  /** The text of the section if no service has any entry. */
  readonly emptyText: string
  /** The relative width of the column with the service. */
  readonly serviceShare?: number
}

/** Returns the entries of all services in one table, with the name of their service. */
export function toEntryTable<Entry>(
  document: ReportDocument,
  format: ReportFormat,
  { getEntries, columns, compare, emptyText, serviceShare }: ServiceEntries<Entry>,
): DocumentBlock[] {
  const toLabel = createServiceLabels(document, format)
  const entries = document.services.flatMap((service) =>
    getEntries(service).map((entry) => ({ label: toLabel(service), entry })),
  )
  if (entries.length === 0) return [{ kind: 'paragraph', text: emptyText }]
  type Row = (typeof entries)[number]
  return toTable(
    compare ? entries.toSorted((one, other) => compare(one.entry, other.entry)) : entries,
    [
      {
        label: format.words.columns.service,
        toCell: ({ label }: Row) => label,
        ...(serviceShare === undefined ? {} : { share: serviceShare }),
      },
      ...columns.map(({ toCell, ...column }) => ({ ...column, toCell: ({ entry }: Row) => toCell(entry) })),
    ],
    { format, maxRows: maxEntries },
  )
}

interface ServiceDetails {
  readonly hasContent: (service: ReportedService) => boolean
  readonly toBlocks: (service: ReportedService, label: string) => DocumentBlock[]
  /** The text of the section if no service has any content. */
  readonly emptyText: string
}

/** Returns the blocks of every service that has content, under its name. */
export function toServiceBlocks(
  document: ReportDocument,
  format: ReportFormat,
  { hasContent, toBlocks, emptyText }: ServiceDetails,
): DocumentBlock[] {
  const toLabel = createServiceLabels(document, format)
  const services = document.services.filter(hasContent)
  if (services.length === 0) return [{ kind: 'paragraph', text: emptyText }]
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

function noteLeftOut(count: number, maxCount: number, { words, number }: ReportFormat): DocumentBlock[] {
  return count > maxCount ? [{ kind: 'note', text: words.rowsLeftOut(number(maxCount), number(count)) }] : []
}
