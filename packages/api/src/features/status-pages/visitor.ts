import {
  getTokenStatus,
  parseVisitorClaims,
  passwordVisitMs,
  renewVisitMs,
  userVisitMs,
  type VisitorClaims,
  type VisitorPurpose,
} from '@wachta/domain'
import { type Call, closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { createTokenReader } from '@wachta/runtime/page-token'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { isPassword } from '../../platform/authentication/passwords.ts'
import { hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { statusPage } from './status-page.ts'
import { findVisitedPage, mayVisit, type VisitedPage } from './visited-page.ts'
import { signForPage } from './visitor-key.ts'

const admissionMethods = ['password', 'entry', 'token'] as const

/** The credentials of a visitor. */
interface VisitorCredentials {
  readonly slug: string
  readonly by: (typeof admissionMethods)[number]
  readonly secret: string
}

/** The operation that the process `pages` calls for visitors, because it can verify tokens, but not sign them. */
export const admitVisitor = (context: ApiContext): Operation => ({
  id: 'admit_status_page_visitor',
  method: 'POST',
  path: '/status_page_visitors',
  tag: 'status_page_visitors',
  summary: 'Get the token with which a visitor opens a status page.',
  description:
    'By the password of the page, by an entry of a user, which works once, or by the token of a user, which is renewed.',
  access: 'public',
  body: nameSchema(
    'status_page_visitor_data',
    Type.Object(
      {
        slug: statusPage.fields.slug.schema,
        by: Type.Unsafe<VisitorCredentials['by']>({ type: 'string', enum: [...admissionMethods] }),
        secret: Type.String({ minLength: 1, maxLength: 512, description: 'The password, the entry or the token.' }),
      },
      closed,
    ),
  ),
  status: 200,
  result: nameSchema('status_page_visitor', Type.Object({ token: Type.String() }, closed)),
  secret: true,
  slow: true,
  async handle(call) {
    const credentials = call.body as VisitorCredentials
    const page = await findVisitedPage(context.database, credentials.slug)
    const claims =
      credentials.by === 'password'
        ? await admitByPassword(page, { credentials, call, context })
        : page && (await admitUser(page, { credentials, call, context }))
    const token = page && claims && (await signForPage({ db: context.database, vault: context.vault }, page.id, claims))
    return { value: { token: token ?? reject('visitor_not_admitted', 'data.secret') } }
  },
})

interface AdmissionRequest {
  readonly credentials: VisitorCredentials
  readonly call: Call
  readonly context: ApiContext
}

/** Takes the same time for every page, also for one that has no password or does not exist. */
async function admitByPassword(
  page: VisitedPage | undefined,
  { credentials, call, context: { throttle } }: AdmissionRequest,
): Promise<VisitorClaims | undefined> {
  const { address } = call.request
  await throttle.pagePassword(credentials.slug, address)
  const stored = page?.visibility === 'password' ? page.passwordHash : null
  if (!(await isPassword(stored, credentials.secret)) || !page) return undefined
  await throttle.pagePasswordPassed(credentials.slug, address)
  const expiresAt = call.now.getTime() + passwordVisitMs
  return { purpose: 'password', generation: page.generation, expiresAt, renewAt: null, visit: null }
}

/** Starts or extends the visit of a user, while the user may open the page. */
async function admitUser(
  page: VisitedPage,
  { credentials, call, context }: AdmissionRequest,
): Promise<VisitorClaims | undefined> {
  const { now, request } = call
  const claims = readClaims(page, credentials, now)
  if (!claims) return undefined
  const visit =
    credentials.by === 'entry'
      ? await beginVisit(page, credentials.secret, { call, context })
      : await findVisit(page, claims, { call, context })
  if (!visit || !(await mayVisit(context.database, page, { ...visit, address: request.address, now }))) return undefined
  return {
    purpose: 'users',
    generation: page.generation,
    expiresAt: visit.expiresAt.getTime(),
    renewAt: now.getTime() + renewVisitMs,
    visit: String(visit.id),
  }
}

function readClaims(page: VisitedPage, { by, secret }: VisitorCredentials, now: Date): VisitorClaims | undefined {
  const text = page.publicKey === null ? undefined : createTokenReader(page.publicKey)(secret)
  const claims = text === undefined ? undefined : parseVisitorClaims(text)
  const purpose: VisitorPurpose = by === 'entry' ? 'entry' : 'users'
  const demand = { purpose, generation: page.generation, now: now.getTime() }
  return claims && getTokenStatus(claims, demand) !== 'denied' ? claims : undefined
}

interface Visit {
  readonly id: number
  readonly sessionId: number
  readonly expiresAt: Date
}

type AdmissionContext = Omit<AdmissionRequest, 'credentials'>

/** An entry can be used once, also if the exchange fails. */
async function beginVisit(
  page: VisitedPage,
  entry: string,
  { call, context }: AdmissionContext,
): Promise<Visit | undefined> {
  const until = new Date(call.now.getTime() + userVisitMs)
  const [visit] =
    await context.database.query(sql<Visit>`update status_page_visit set entry_hash = null, expires_at = ${until}
where entry_hash = ${hashToken(entry)} and status_page_id = ${page.id} and expires_at > ${call.now}
returning id, session_id as "sessionId", expires_at as "expiresAt"`)
  return visit
}

async function findVisit(
  page: VisitedPage,
  { visit }: VisitorClaims,
  { call, context }: AdmissionContext,
): Promise<Visit | undefined> {
  const [found] =
    await context.database.query(sql<Visit>`select id, session_id as "sessionId", expires_at as "expiresAt"
from status_page_visit where id = ${Number(visit)} and status_page_id = ${page.id} and entry_hash is null and expires_at > ${call.now}`)
  return found
}
