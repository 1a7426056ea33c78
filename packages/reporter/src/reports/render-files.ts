import { hash } from 'node:crypto'
import { formatWallTime } from '@wachta/domain'
import type { RecordSource } from '@wachta/history'
import { type AttachmentTypeId, attachmentTypeIds, type ReportDocument, type ReportOrder } from '@wachta/report'
import { maxFileBytes, renderers } from './renderers.ts'

/** A file of a report in the form in which it is stored. */
export interface ReportFile {
  readonly type_id: AttachmentTypeId
  readonly file_name: string
  readonly media_type: string
  /** Null if it was too large. */
  readonly content: Buffer | null
  readonly size: number
  readonly sha256: Buffer
  readonly reason: 'too_large' | null
}

/**
 * Renders all files of a report. The JSON file, from which the others are made, and the PDF file, which can be signed,
 * are always included.
 */
export async function renderFiles(
  source: RecordSource,
  order: ReportOrder,
  document: ReportDocument,
): Promise<readonly ReportFile[]> {
  const typeIds = attachmentTypeIds.filter(
    (type) => type === 'json' || type === 'pdf' || order.template.attachment_type_ids.includes(type),
  )
  const files: ReportFile[] = []
  for (const type_id of typeIds) {
    const { extension, media_type, render } = renderers[type_id]
    const content = await render({ source, order, document })
    // No program opens a table of this size, and the API returns the same rows in pages.
    const isTooLarge = type_id !== 'json' && content.length > maxFileBytes
    files.push({
      type_id,
      file_name: `${toBaseName(document)}${extension}`,
      media_type,
      content: isTooLarge ? null : content,
      size: content.length,
      sha256: hash('sha256', content, 'buffer'),
      reason: isTooLarge ? 'too_large' : null,
    })
  }
  return files
}

/** Returns a base name for any file system: the title and the first day, only of a to z, digits and hyphens. */
function toBaseName({ report, period }: ReportDocument): string {
  const title = report.title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 60)
  const firstDay = formatWallTime(new Date(period.from), period.time_zone).slice(0, 10)
  return `${title === '' ? 'report' : title}-${firstDay}`
}
