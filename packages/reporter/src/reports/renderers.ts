import type { RecordSource } from '@wachta/history'
import {
  type AttachmentTypeId,
  generateAnalysesCsv,
  generateChecksCsv,
  type ReportDocument,
  type ReportOrder,
  writeCorrectionsCsv,
  writeServicesCsv,
  writeStatusChangesCsv,
} from '@wachta/report'
import { printDocument } from './print-document.ts'

export interface RenderInput {
  readonly source: RecordSource
  readonly order: ReportOrder
  readonly document: ReportDocument
}

interface Renderer {
  readonly extension: string
  readonly media_type: string
  readonly render: (input: RenderInput) => Buffer | Promise<Buffer>
}

const csvMediaType = 'text/csv; charset=utf-8'

/** The renderers of all report files. */
export const renderers: Readonly<Record<AttachmentTypeId, Renderer>> = {
  pdf: { extension: '.pdf', media_type: 'application/pdf', render: ({ document }) => printDocument(document) },
  json: {
    extension: '.json',
    media_type: 'application/json',
    render: ({ document }) => writeDocument(document),
  },
  csv: {
    extension: '.csv',
    media_type: csvMediaType,
    render: ({ document }) => Buffer.from(writeServicesCsv(document)),
  },
  status_changes_csv: {
    extension: '-status-changes.csv',
    media_type: csvMediaType,
    render: ({ document }) => Buffer.from(writeStatusChangesCsv(document)),
  },
  corrections_csv: {
    extension: '-corrections.csv',
    media_type: csvMediaType,
    render: ({ document }) => Buffer.from(writeCorrectionsCsv(document)),
  },
  analyses_csv: {
    extension: '-analyses.csv',
    media_type: csvMediaType,
    render: ({ source, document }) => collectLines(generateAnalysesCsv(source, document)),
  },
  checks_csv: {
    extension: '-checks.csv',
    media_type: csvMediaType,
    render: ({ source, document }) => collectLines(generateChecksCsv(source, document)),
  },
}

/** A report with a larger document fails. The document of 1,000 services and a month has about 40 MB. */
const maxDocumentBytes = 250_000_000

export class DocumentTooLargeError extends Error {
  override readonly name = 'DocumentTooLargeError'
}

/** Writes service by service, because a single string of everything may exceed the maximum string length. */
function writeDocument({ services, ...document }: ReportDocument): Buffer {
  const parts = [Buffer.from(`${JSON.stringify(document).slice(0, -1)},"services":[`)]
  let length = 0
  for (const [index, service] of services.entries()) {
    const part = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(service)}`)
    length += part.length
    if (length > maxDocumentBytes)
      throw new DocumentTooLargeError(`the document has more than ${maxDocumentBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat([...parts, Buffer.from(']}')])
}

/**
 * The size above which a file is not kept. Rendering stops soon after, so that a table of years does not fill the
 * memory.
 */
export const maxFileBytes = 50_000_000

async function collectLines(lines: AsyncIterable<string>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const line of lines) {
    const part = Buffer.from(line)
    parts.push(part)
    length += part.length
    if (length > maxFileBytes) break
  }
  return Buffer.concat(parts)
}
