import type { MailRequest } from './mail-request.ts'

/** Job names as the database stores them. Versions that run side by side share them, so they never change. */
export const jobNames = {
  notify: 'tell',
  deliver: 'deliver',
  mail: 'mail',
  report: 'report',
  reportPreview: 'report_preview',
  addBulletin: 'send_bulletin',
  messageSubscribers: 'message_subscribers',
  messageWebSubscribers: 'message_web_subscribers',
} as const

export type JobName = (typeof jobNames)[keyof typeof jobNames]

/** The jobs that bring a notification to its recipients. */
export const notificationJobNames: readonly JobName[] = [jobNames.notify, jobNames.deliver]

/** The payload of each job. The fields are stored too, so they follow the same rule as the names. */
export interface JobPayloads {
  readonly tell: NotifyPayload
  readonly deliver: DeliverPayload
  readonly mail: MailRequest
  readonly report: ReportPayload
  readonly report_preview: ReportPreviewPayload
  readonly send_bulletin: BulletinPayload
  readonly message_subscribers: MessageSubscribersPayload
  readonly message_web_subscribers: MessageSubscribersPayload
}

/** The alerts whose recipients the job decides. */
export interface NotifyPayload {
  readonly occurrences: readonly number[]
  /** The time that the job was planned for, in milliseconds. It is used if the clock of the notifier is behind it. */
  readonly not_before?: number
}

/** The notifications to send. */
export interface DeliverPayload {
  readonly notifications: readonly number[]
}

/** The report to make. */
export interface ReportPayload {
  readonly report: number
}

/** The preview of a report template to draw. */
export interface ReportPreviewPayload {
  readonly preview: number
}

/** The post of a status page about which its subscribers are notified. */
export interface BulletinPayload {
  readonly post: number
}

/** The messages to send to subscribers of status pages. */
export interface MessageSubscribersPayload {
  readonly deliveries: readonly number[]
}

/** At most one waiting job has a given key. */
export type JobKey =
  `${'tell' | 'deliver' | 'report' | 'report_preview' | 'send_bulletin' | 'message_subscribers' | 'message_web_subscribers'}:${number}`

export type NewJob = {
  readonly [Name in JobName]: {
    readonly name: Name
    readonly payload: JobPayloads[Name]
    /** The earliest start; by default, as soon as the transaction is committed. */
    readonly runAt?: Date
    readonly key?: JobKey
    /** Jobs with the same queue run one at a time. */
    readonly queue?: string
    /** By default, the priority of the job name. */
    readonly priority?: number
  }
}[JobName]

/** The maximum number of attempts; other jobs have the library's own limit of 25. */
export const maxAttempts: Readonly<Partial<Record<JobName, number>>> = { mail: 12, report: 8, report_preview: 2 }

/** Lower numbers run first; the default is 0. A preview comes first, because its user is waiting for it. */
export const priorities: Readonly<Partial<Record<JobName, number>>> = { report_preview: -1 }

export const makeReportJob = (report: number): NewJob => ({
  name: jobNames.report,
  payload: { report },
  key: `report:${report}`,
})

export const makeReportPreviewJob = (preview: number): NewJob => ({
  name: jobNames.reportPreview,
  payload: { preview },
  key: `report_preview:${preview}`,
})
