import type { IncomingMessage } from 'node:http'
import {
  isBrandingFile,
  languageParameter,
  type PageLanguage,
  renderSignIn,
  type SignInProblem,
} from '@wachta/status-page'
import type { VisitorAdmission, VisitorRequest } from './admission.ts'
import { formatCookieHeader, readCookies } from './cookie.ts'
import { readFormField } from './form.ts'
import type { CheckedToken, Gate } from './gate.ts'
import { getCaching, noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'
import type { RenewToken } from './renewal.ts'
import { emptyBody } from './response-body.ts'
import { badForm, forbidden, type PageResponse, toDocument } from './responses.ts'

/** A page that visitors need a token for. */
export type ProtectedPage = ServedPage & { readonly gate: Gate }

/** A request for a file of a protected page. */
export interface ProtectedRequest {
  readonly request: IncomingMessage
  readonly page: ProtectedPage
  readonly path: string
  /** The root path of the page, with a slash at both ends. */
  readonly root: string
  readonly parameters: URLSearchParams
  readonly language: PageLanguage
  readonly address: string
  /** Serves the file to a visitor who may see it. */
  readonly serve: () => PageResponse
  /** Whether the page has a file at the path. */
  readonly hasFile: boolean
}

export interface VisitorAuth {
  readonly admit: (visitorRequest: VisitorRequest) => Promise<VisitorAdmission>
  readonly renew: RenewToken
  readonly now: () => number
}

/**
 * Answers a request for a protected page. Without a token that the api signed for this page, visitors get only its
 * branding. Only a page with a password is called with POST.
 */
export function answerProtectedPage(visit: ProtectedRequest, auth: VisitorAuth): PageResponse | Promise<PageResponse> {
  const { request, page, path, parameters } = visit
  if (request.method === 'POST') return enterPassword(visit, auth)
  if (isBrandingFile(path)) return visit.serve()
  const key = parameters.get('key')
  if (key !== null && page.gate.kind === 'link') return enterByLink(visit, key, auth)
  const entry = parameters.get('entry')
  if (entry !== null && page.gate.kind === 'users') return enterUser(visit, entry, auth)
  const token = findToken(visit, auth.now())
  if (token === undefined) return deny(visit, null)
  return token.status === 'admitted' ? visit.serve() : serveRenewed(visit, token, auth)
}

/** Returns the best token of the visitor: an admitted one, or else one that is due for renewal. */
function findToken({ request, page: { gate } }: ProtectedRequest, now: number): CheckedToken | undefined {
  const tokens = readCookies(request.headers.cookie).flatMap((value) => gate.check(value, gate.kind, now) ?? [])
  return tokens.find(({ status }) => status === 'admitted') ?? tokens.find(({ status }) => status === 'due')
}

async function serveRenewed(
  visit: ProtectedRequest,
  due: CheckedToken,
  { renew, now }: VisitorAuth,
): Promise<PageResponse> {
  const { page, address } = visit
  const token = await renew(page.gate, due, { slug: page.view.slug, address })
  if (token === undefined || token === 'too_many') return deny(visit, token ?? null)
  const { headers, ...answer } = visit.serve()
  const cookie =
    token === due ? [] : formatCookieHeader(page, token.token, { now: now(), claims: token.claims, root: visit.root })
  return { ...answer, headers: [...headers, ...cookie] }
}

async function enterPassword(visit: ProtectedRequest, auth: VisitorAuth): Promise<PageResponse> {
  const { request, page, address } = visit
  const secret = await readFormField(request, 'password')
  if (secret === undefined) return badForm
  if (secret === '') return deny(visit, 'wrong_password')
  const admission = await auth.admit({ slug: page.view.slug, by: 'password', secret, address })
  return toResponse(visit, admission, { denied: 'wrong_password', now: auth.now() })
}

/** A link is verified in this process, so it works while the api is unavailable. */
function enterByLink(visit: ProtectedRequest, key: string, { now }: VisitorAuth): PageResponse {
  const token = visit.page.gate.check(key, 'link', now())
  return token?.status === 'admitted' ? signIn(visit, key, now()) : deny(visit, 'not_valid')
}

/** The api is not called for an entry that it did not sign for this page. */
async function enterUser(visit: ProtectedRequest, entry: string, { admit, now }: VisitorAuth): Promise<PageResponse> {
  const { page, address } = visit
  if (page.gate.check(entry, 'entry', now())?.status !== 'admitted') return deny(visit, 'not_valid')
  const admission = await admit({ slug: page.view.slug, by: 'entry', secret: entry, address })
  return toResponse(visit, admission, { denied: 'not_valid', now: now() })
}

interface Denial {
  readonly denied: SignInProblem
  readonly now: number
}

function toResponse(visit: ProtectedRequest, admission: VisitorAdmission, { denied, now }: Denial): PageResponse {
  if (typeof admission === 'string') return deny(visit, admission === 'denied' ? denied : admission)
  return visit.page.gate.admitsNewToken(admission.token, now)
    ? signIn(visit, admission.token, now)
    : deny(visit, denied)
}

/** Stores the token in a cookie, and redirects to the same file without secrets in the URL. */
function signIn({ page, path, root, hasFile, parameters }: ProtectedRequest, token: string, now: number): PageResponse {
  const { gate, view } = page
  const claims = gate.check(token, gate.kind, now)?.claims
  const language = view.languages.find((one) => one === parameters.get(languageParameter))
  const query = language === undefined ? '' : `?${languageParameter}=${language}`
  // Only paths and languages that the page has: nothing made up by a visitor gets into a header.
  const location = `${root}${hasFile ? path : ''}${query}`
  const cookie: RawHeaders = claims ? formatCookieHeader(page, token, { now, claims, root }) : []
  return {
    status: 303,
    headers: [...plainHeaders, ...['Location', location], ...getCaching(page), ...noIndex, ...cookie],
    body: emptyBody,
  }
}

const statuses: Readonly<Record<SignInProblem, number>> = {
  wrong_password: 403,
  too_many: 429,
  not_valid: 403,
  unavailable: 503,
}

/** People get a sign-in page; programs get only a status. The answer does not depend on whether the path exists. */
function deny({ page, path, language, request }: ProtectedRequest, problem: SignInProblem | null): PageResponse {
  const isForPeople = request.method === 'POST' || problem !== null || (!path.includes('.') && path !== 'widget')
  if (!isForPeople) return forbidden
  const html = renderSignIn(page.view, { access: page.gate, path, language, problem })
  const extraHeaders: RawHeaders = problem === 'unavailable' ? ['Retry-After', '60'] : []
  return toDocument(problem === null ? 403 : statuses[problem], html, [
    ...extraHeaders,
    'Vary',
    'Accept-Language, Cookie',
  ])
}
