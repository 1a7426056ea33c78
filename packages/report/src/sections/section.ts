import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument } from '../document.ts'
import type { SectionId } from '../order.ts'
import type { ReportFormat } from '../words/format.ts'

/** One section of a report. It starts with its own heading of level 1, and is never empty. */
export interface ReportSection {
  readonly id: SectionId
  toBlocks(document: ReportDocument, format: ReportFormat): DocumentBlock[]
}
