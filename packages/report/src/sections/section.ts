import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument } from '../document.ts'
import type { SectionId } from '../order.ts'
import type { ReportFormat } from '../words/format.ts'

/** One part of a report. It begins with its own heading, of level 1, and always has something to say. */
export interface ReportSection {
  readonly id: SectionId
  toBlocks(document: ReportDocument, format: ReportFormat): DocumentBlock[]
}
