export { canOwnerFix, type DomainProblem } from '@wachta/domain/status-page-domain'
export { type AnnouncementFacts, renderAnnouncementText, renderAnnouncementTitle } from './announcement.ts'
export { getComponentStatus, type MeasuredComponent } from './component-status.ts'
export { languageParameter, type RenderOptions } from './context.ts'
export { makeExampleComponent } from './example-component.ts'
export {
  type ExampleFacts,
  type ExamplePostKind,
  examplePostKinds,
  getBuiltInTexts,
  makeExamplePost,
} from './example-post.ts'
export { contentSecurityPolicy, getFileHeaders, pictureSecurityPolicy, widgetSecurityPolicy } from './headers.ts'
export { isBrandingFile, renderSignIn, type SignInOptions, type SignInProblem } from './html/sign-in.ts'
export {
  type Bulletin,
  describeForChat,
  renderBulletinJson,
  renderBulletinMail,
  type SubscriptionLinks,
} from './messages/bulletin.ts'
export { type PushContent, renderBulletinPush } from './messages/bulletin-push.ts'
export { renderConfirmationMail } from './messages/confirmation.ts'
export type { MessagePage, SubscriberMail } from './messages/message-page.ts'
export { type PagePreview, renderPagePreview } from './preview.ts'
export {
  getPageKey,
  getPagePrefix,
  type PagesStamp,
  type PublishedPage,
  publishedVersion,
  type ServedHost,
  type StampedPage,
  stampKey,
  type VisitorAccess,
} from './published.ts'
export { listFiles, type PageFile, renderFile } from './render-file.ts'
export { getPageIndicator, type MeasuredPage } from './shown.ts'
export type * from './view.ts'
