export { addJobs, removeJobs } from './add-jobs.ts'
export {
  type BulletinPayload,
  type DeliverPayload,
  type JobName,
  jobNames,
  type MessageSubscribersPayload,
  makeReportJob,
  makeReportPreviewJob,
  type NewJob,
  type NotifyPayload,
  notificationJobNames,
  type ReportPayload,
  type ReportPreviewPayload,
} from './jobs.ts'
export type { MailRequest } from './mail-request.ts'
export {
  makeDeliverJobs,
  makeDeliverTimer,
  makeNotifyJobs,
  makeNotifyRetry,
  makeNotifyTimer,
  maxAlertsPerJob,
  toDeliverKey,
  toNotifyKey,
} from './notification-jobs.ts'
export { PermanentJobError } from './permanent-job-error.ts'
export { deleteExhaustedJobs, hasExhaustedJob, isExhausted, loadBacklog, loadQueueState, selectJobs } from './state.ts'
export {
  makeBulletinJob,
  makeConfirmationJob,
  makeSubscriberJobs,
  makeSubscriberTimer,
  type SubscriberDelivery,
  subscriberJobNames,
} from './subscriber-jobs.ts'
export type { RunningJob, Task } from './task-list.ts'
export { startWorker, type WorkerOptions } from './worker.ts'
export type { WorkerLog } from './worker-log.ts'
