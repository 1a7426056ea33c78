export { languageParameter, type RenderOptions } from './context.ts'
export { contentSecurityPolicy, getFileHeaders, pictureSecurityPolicy, widgetSecurityPolicy } from './headers.ts'
export {
  type PagesStamp,
  type PublishedPage,
  pageKey,
  pagePrefix,
  publishedVersion,
  type StampedPage,
  stampKey,
} from './published.ts'
export { listFiles, type PageFile, renderFile } from './render-file.ts'
export type * from './view.ts'
