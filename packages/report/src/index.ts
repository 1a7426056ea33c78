export { buildDocument, NoServicesError } from './build.ts'
export type * from './document.ts'
export {
  type AttachmentTypeId,
  attachmentTypeIds,
  type ReportOrder,
  type SectionId,
  sectionIds,
  type TemplateSnapshot,
} from './order.ts'
