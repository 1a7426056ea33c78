import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { openCarriers } from '@wachta/channels/carriers'
import { openDatabase } from '@wachta/database'
import { type BulletinPayload, jobNames, type MessageSubscribersPayload } from '@wachta/queue'
import { createIdSigner } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder } from '@wachta/testing/api/watched'
import { loadJobs, takeJobs } from '@wachta/testing/jobs'
import { type ReceivedMail, type Smtp, type SmtpOptions, startSmtp } from '@wachta/testing/smtp'
import type { TestPushService } from '@wachta/testing/web-push/push-service'
import { sql } from 'kysely'
import { createBulletinTask, createSubscriberTask, openSubscriberWeb } from '../../src/subscribers/index.ts'

export const publicUrl = 'https://wachta.test'

/** An API with an account and its published page of two components, a mail server, and the tasks of the notifier. */
export interface Stage extends AsyncDisposable {
  readonly api: TestApi
  readonly smtp: Smtp
  readonly owner: number
  readonly page: number
  readonly shop: number
  readonly till: number
  readonly outcomes: string[]
  /** Calls the API as the owner, and returns the answer. */
  send(method: string, path: string, body?: object): ReturnType<TestApi['call']>
  /** Creates an object and returns its id. */
  make(path: string, body: object): Promise<number>
  /** Requests a page for subscribers, as a browser or a mailbox provider does. */
  visit(
    method: 'GET' | 'POST',
    path: string,
    options?: VisitOptions,
  ): Promise<{ status: number; text: string; headers: object }>
  /** Runs everything that is queued, as workers would. */
  work(): Promise<void>
  announce(post: number): Promise<void>
  deliver(...deliveries: number[]): Promise<void>
  /** Subscribes an address and confirms it by the link in the mail. */
  subscribe(email: string, form?: Readonly<Record<string, string>>): Promise<void>
  mailsTo(address: string): ReceivedMail[]
  stateOf(address: string): Promise<string | undefined>
}

export interface VisitOptions {
  readonly form?: string
  readonly from?: string
  readonly headers?: Record<string, string>
}

export interface StageOptions extends SmtpOptions {
  readonly push?: TestPushService
}

/** The tasks have only the rights of the notifier. */
export async function openStage({ push, ...options }: StageOptions = {}): Promise<Stage> {
  const keys = `test:${randomBytes(32).toString('base64')}`
  const egressAllow = ['127.0.0.0/8']
  const api = await startApi({ keys, publicUrl, egressAllow, ...(push && { pushKey: push.keys.publicKey }) })
  const smtp = await startSmtp(options)
  const mail = await openCarriers({ mail: { url: smtp.url, from: 'Wachta <wachta@wachta.test>' } })
  const web = await openSubscriberWeb({
    ...(push && { push: { subject: push.subject, ...push.keys }, authorities: [push.authority] }),
    egressAllow,
  })
  const carriers = { ...mail, web: web.web, ...(web.push && { push: web.push }) }
  await addPackage(api.owner)
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email,webhook,slack,ms_teams}'`)
  const owner = await addHolder(api.owner, { name: 'Acme Ltd' })
  const outcomes: string[] = []
  const { database } = api
  const restricted = openDatabase(api.test.url, { role: 'wachta_notifier' })
  const now = () => api.clock ?? new Date()
  const bulletinTask = createBulletinTask({ database: restricted, now })
  const deliverTask = createSubscriberTask({
    ...{ database: restricted, carriers, now, publicUrl, pagesUrl: 'https://status.test', cell: 'main' },
    signer: createIdSigner(keys, 'subscription'),
    confirmSigner: createIdSigner(keys, 'confirm subscription'),
    vault: createVault(keys),
    onOutcome: ({ channel_id, outcome }) => outcomes.push(`${channel_id} ${outcome}`),
  })
  const send = (method: string, path: string, body?: object) =>
    api.call(method, path, { as: owner.as, ...(body && { body }) })
  const make = async (path: string, body: object) => {
    const created = await send('POST', path, body)
    assert.equal(created.status, 201, created.text)
    return created.body.id
  }
  const visit = async (method: 'GET' | 'POST', path: string, { form, from, headers }: VisitOptions = {}) => {
    const answer = await api.app.inject({
      method,
      url: path.replace(publicUrl, ''),
      headers: {
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...headers,
      },
      ...(form !== undefined && { payload: form }),
    })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers }
  }
  const work = async () => {
    for (;;) {
      const posts = await takeJobs<BulletinPayload>(database, jobNames.addBulletin)
      for (const { payload } of posts) await bulletinTask(payload)
      const jobs = await takeMessageJobs(database)
      for (const { payload } of jobs) await deliverTask(payload)
      if (posts.length + jobs.length === 0) return
    }
  }
  const page = await make('/status_pages', {
    title: 'Acme status',
    slug: 'acme',
    languages: ['en', 'pl'],
    is_published: true,
  })
  const addComponent = (name: string) =>
    make('/status_page_components', { status_page_id: page, name, manual_status: 'operational' })
  const mailsTo = (address: string) => smtp.received.filter(({ recipients }) => recipients.includes(address))
  let visitor = 0
  return {
    ...{ api, smtp, owner: owner.id, page, outcomes, send, make, visit, work, mailsTo },
    shop: await addComponent('Shop'),
    till: await addComponent('Till'),
    announce: (post) => bulletinTask({ post }),
    deliver: (...deliveries) => deliverTask({ deliveries }),
    async subscribe(email, form = {}) {
      visitor += 1
      const entered = new URLSearchParams({ email, language: 'en', ...form }).toString()
      const answer = await visit('POST', '/subscribe/acme', { form: entered, from: `198.51.100.${visitor}` })
      assert.equal(answer.status, 200, answer.text)
      await work()
      const confirmed = await visit('POST', linkIn(mailsTo(email).at(-1), 'confirm_subscription'))
      assert.equal(confirmed.status, 200, confirmed.text)
    },
    async stateOf(address) {
      const [row] = await database.query(
        sql<{ state: string }>`select state from status_page_subscriber where address = ${address}`,
      )
      return row?.state
    },
    async [Symbol.asyncDispose]() {
      await restricted[Symbol.asyncDispose]()
      await web[Symbol.asyncDispose]()
      await mail[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

const messageJobNames = [jobNames.messageSubscribers, jobNames.messageWebSubscribers] as const

/** Takes the jobs that send messages: first those for mails. */
export const takeMessageJobs = async (database: TestApi['database']) =>
  (await Promise.all(messageJobNames.map((name) => takeJobs<MessageSubscribersPayload>(database, name)))).flat()

export const loadMessageJobs = async (database: TestApi['database']) =>
  (await Promise.all(messageJobNames.map((name) => loadJobs<MessageSubscribersPayload>(database, name)))).flat()

/** A link of a mail, from its text part. */
export function linkIn(mail: ReceivedMail | undefined, path: string): string {
  const found = new RegExp(`${publicUrl}/${path}/[\\w.-]+`).exec(mail?.email.text ?? '')?.[0]
  assert.ok(found, `a link to ${path} in: ${mail?.email.text}`)
  return found
}

export const header = (mail: ReceivedMail | undefined, name: string): string | undefined =>
  mail?.email.headers.find(({ key }) => key === name)?.value
