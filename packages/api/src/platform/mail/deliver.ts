import { createHash } from 'node:crypto'
import type { Database } from '@wachta/database'
import { hourMs, languages, toZoneName } from '@wachta/domain'
import { type MailRequest, PermanentJobError, type RunningJob, type WorkerLog } from '@wachta/queue'
import { sql } from 'kysely'
import { createToken, hashToken } from '../authentication/tokens.ts'
import { linkValidityHours } from './messages/phrases.ts'
import { findOwnPage } from './own-page.ts'
import { discountLink, findNoLinkReason, markVerified } from './recipient.ts'
import { render } from './render.ts'
import type { MailTransport } from './transport.ts'
import { type MailEvent, writeMessage } from './write.ts'

export interface MailTaskOptions {
  readonly database: Pick<Database, 'query'>
  readonly transport: MailTransport
  /** The public URL of this installation. */
  readonly publicUrl: string
  /** Whether the web app is served; without it, activation links lead to the API. */
  readonly hasWebApp?: boolean
  /** False if recipients need not confirm their address. */
  readonly verifiesRecipients?: boolean
  /** Sends a report to one of its recipients. */
  readonly sendReport?: (request: ReportMailRequest, job: MailJob) => Promise<void>
  /** The number of this cell, which links carry; default: 0. */
  readonly cellNumber?: number
  readonly now: () => Date
  readonly log?: WorkerLog
}

type LinkMailRequest = Extract<MailRequest, { kind: 'activation' | 'password' | 'email_address' | 'recipient' }>

export type MailJob = Pick<RunningJob, 'id' | 'createdAt'>

/** A request for any e-mail except a report. */
type AccountMailRequest = Exclude<MailRequest, { kind: 'report' }>

export type ReportMailRequest = Extract<MailRequest, { kind: 'report' }>

export type MailTask = (request: MailRequest, job: MailJob) => Promise<void>

interface Account {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly email_address: string
  readonly pending_email_address: string | null
  readonly language_id: string
  readonly time_zone_id: string
  readonly has_password: boolean
  readonly created_by: string | null
}

/** A queued mail, and the account that it concerns. */
interface QueuedMail {
  readonly request: AccountMailRequest
  readonly account: Account
  readonly job: MailJob
}

/** Creates the task that sends a queued mail. It fails if the mail server rejects the mail, and the queue retries. */
export function createMailTask(options: MailTaskOptions): MailTask {
  const { database, transport, publicUrl, log } = options
  return async (request, job) => {
    if (request.kind === 'report') return options.sendReport?.(request, job)
    const account = await findAccount(database, request.accountId)
    if (!account) {
      log?.info({ jobId: job.id, kind: request.kind }, 'mail not sent: its account no longer exists')
      return
    }
    const mail = { request, account, job }
    const reason = await findReasonNotToSend(options, mail)
    if (reason !== undefined) {
      log?.info({ jobId: job.id, kind: request.kind, reason }, 'mail not sent')
      return
    }
    const message = writeMessage(await toEvent(options, mail), toReader(account), publicUrl)
    const to = 'to' in request ? request.to : account.email_address
    try {
      await transport.send({ ...render(message), to, id: computeMailId(job) })
    } catch (error) {
      if (request.kind === 'recipient') await discountLink(database, request)
      throw error
    }
  }
}

/** Returns why a mail must not be sent; undefined if it can be sent. */
async function findReasonNotToSend(
  { database, now, verifiesRecipients = true }: MailTaskOptions,
  { request, account }: QueuedMail,
): Promise<string | undefined> {
  if (request.kind === 'email_address' && account.pending_email_address !== request.to) return 'address_given_up'
  if (request.kind !== 'recipient') return undefined
  const reason = await findNoLinkReason(database, request, now())
  if (reason === 'gone' || reason === 'verified' || verifiesRecipients) return reason
  await markVerified(database, request, now())
  return 'not_asked_for'
}

async function findAccount(database: Pick<Database, 'query'>, id: number): Promise<Account | undefined> {
  const [account] =
    await database.query(sql<Account>`select a.id, a.name, a.username, a.email_address, a.pending_email_address, a.language_id,
  a.time_zone_id, c.password_hash is not null as has_password, creator.name as created_by
from account a left join credential c on c.account_id = a.id
  left join account creator on creator.id = coalesce(a.parent_account_id, a.reseller_account_id)
where a.id = ${id}`)
  return account
}

async function toEvent(
  options: MailTaskOptions,
  { request, account, job: { createdAt: at } }: QueuedMail,
): Promise<MailEvent> {
  switch (request.kind) {
    case 'activation':
      return { kind: 'activation', ...(await issueLink(options, request)) }
    case 'email_address':
    case 'recipient':
      return { kind: request.kind, ...(await issueLink(options, request)) }
    case 'password': {
      const link = await issueLink(options, request)
      if (account.has_password) return { kind: 'new_password', ...link }
      return { kind: 'first_password', ...link, createdBy: account.created_by }
    }
    case 'account_closed':
      return { kind: 'account_closed', eraseAfter: readDate(request.eraseAfter) }
    case 'passkey_clone_suspected':
      return { kind: request.kind, at, passkey: await findSuspectedPasskey(options, request) }
    case 'password_changed':
    case 'address_changed':
    case 'address_change_requested':
    case 'username_changed':
    case 'two_factor_changed':
    case 'passkey_added':
    case 'passkey_removed':
    case 'recovery_codes_renewed':
      return { kind: request.kind, at }
  }
}

/** Returns the name of the passkey whose counter went back last, unless it was revoked since. */
async function findSuspectedPasskey(
  { database }: MailTaskOptions,
  { accountId }: AccountMailRequest,
): Promise<string | null> {
  const [passkey] = await database.query(sql<{ name: string }>`select name from passkey
where account_id = ${accountId} and clone_suspected_at is not null order by clone_suspected_at desc limit 1`)
  return passkey?.name ?? null
}

/**
 * Creates a new token for each attempt. Earlier tokens stay valid, because an attempt that failed here may have arrived
 * all the same.
 */
async function issueLink(
  { database, publicUrl, hasWebApp = false, cellNumber = 0, now }: MailTaskOptions,
  request: LinkMailRequest,
): Promise<{ link: string; expiresAt: Date }> {
  const { kind, accountId } = request
  const token = createToken(cellNumber)
  const link = createLink(request, token, { publicUrl, hasWebApp })
  const expiresAt = new Date(now().getTime() + linkValidityHours * hourMs)
  const redirectUri = kind === 'activation' ? (request.redirectUri ?? null) : null
  const address = kind === 'recipient' ? request.to : null
  // If the account has given up the new address since it was read, the link would confirm the address that replaced it.
  const newAddress = kind === 'email_address' ? request.to : null
  const issued = await database.query(sql`insert into mailed_token
  (token_hash, account_id, purpose, redirect_uri, expires_at, address, created_at)
select ${hashToken(token)}, id, ${kind}, ${redirectUri}, ${expiresAt}, ${address}, ${now()} from account
where id = ${accountId} and (${newAddress}::text is null or pending_email_address = ${newAddress}::text) for share
returning account_id`)
  if (issued.length === 0) throw new Error('the account no longer asks for this link')
  return { link: link.href, expiresAt }
}

function createLink(
  request: LinkMailRequest,
  token: string,
  { publicUrl, hasWebApp }: { publicUrl: string; hasWebApp: boolean },
): URL {
  const resolveUrl = (path: string) => new URL(path, `${publicUrl.replace(/\/+$/, '')}/`).href
  if (request.kind === 'email_address' || request.kind === 'recipient')
    return parsePageUrl(resolveUrl(`confirm/${token}`))
  const link = parsePageUrl(request.page ?? resolveUrl(findOwnPage(request, hasWebApp)))
  link.searchParams.set('token', token)
  link.searchParams.set('account_id', String(request.accountId))
  return link
}

function parsePageUrl(page: string): URL {
  const url = URL.parse(page)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new PermanentJobError('The link of the e-mail does not lead to an http or https URL.')
  return url
}

function readDate(text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new PermanentJobError('The date in the e-mail is invalid.')
  return date
}

const toReader = ({ name, username, language_id, time_zone_id }: Account) => ({
  language: languages.find((language) => language === language_id) ?? 'en',
  timeZone: toZoneName(time_zone_id) ?? 'UTC',
  name,
  username,
})

/** The same for every attempt; contains the time, because job ids restart in a new database. */
export const computeMailId = ({ id, createdAt }: MailJob): string =>
  createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 32)
