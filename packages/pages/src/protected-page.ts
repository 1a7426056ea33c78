import type { IncomingMessage } from 'node:http'
import {
  isBrandingFile,
  languageParameter,
  type PageLanguage,
  renderSignIn,
  type SignInProblem,
} from '@wachta/status-page'
import type { VisitorAdmission, VisitorRequest } from './admission.ts'
import { readCookies, setCookie } from './cookie.ts'
import { readFormField } from './form.ts'
import type { CheckedToken, Gate } from './gate.ts'
import { getCaching, noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'
import type { RenewToken } from './renewal.ts'
import { emptyBody } from './response-body.ts'
import { badForm, forbidden, notAllowed, type PageResponse, toDocument } from './responses.ts'

/** A page that visitors need a token for. */
export type ProtectedPage = ServedPage & { readonly gate: Gate }

/** A request for a file of a protected page. */
export interface ProtectedRequest {
  readonly request: IncomingMessage
  readonly page: ProtectedPage
  readonly path: string
  /** Where the page begins, with a slash at both ends. */
  readonly root: string
  readonly parameters: URLSearchParams
  readonly language: PageLanguage
  readonly address: string
  /** The file itself, for a visitor who may see it. */
  readonly serve: () => PageResponse
  /** Whether the page has a file at the path. */
  readonly hasFile: boolean
}

export interface VisitorAuth {
  readonly admit: (asked: VisitorRequest) => Promise<VisitorAdmission>
  readonly renew: RenewToken
  readonly now: () => number
}

/** Answers a request for a protected page. Without a token that the api signed for this page, visitors get only its branding. */
export function answerProtectedPage(asked: ProtectedRequest, auth: VisitorAuth): PageResponse | Promise<PageResponse> {
  const { request, page, path, parameters } = asked
  if (request.method === 'POST') return page.gate.kind === 'password' ? enterPassword(asked, auth) : notAllowed
  if (isBrandingFile(path)) return asked.serve()
  const key = parameters.get('key')
  if (key !== null && page.gate.kind === 'link') return openLink(asked, key, auth)
  const entry = parameters.get('entry')
  if (entry !== null && page.gate.kind === 'users') return enterUser(asked, entry, auth)
  const token = findToken(asked, auth.now())
  if (token === undefined) return deny(asked, null)
  return token.status === 'admitted' ? asked.serve() : serveRenewed(asked, token, auth)
}

/** The best token that the visitor has. */
function findToken({ request, page: { gate } }: ProtectedRequest, now: number): CheckedToken | undefined {
  const tokens = readCookies(request.headers.cookie).flatMap((value) => gate.check(value, gate.kind, now) ?? [])
  return tokens.find(({ status }) => status === 'admitted') ?? tokens.find(({ status }) => status === 'due')
}

async function serveRenewed(
  asked: ProtectedRequest,
  due: CheckedToken,
  { renew, now }: VisitorAuth,
): Promise<PageResponse> {
  const { page, address } = asked
  const token = await renew(page.gate, due, { slug: page.view.slug, address })
  if (token === undefined || token === 'too_many') return deny(asked, token ?? null)
  const { headers, ...answer } = asked.serve()
  const cookie =
    token === due ? [] : setCookie(page, token.token, { now: now(), claims: token.claims, root: asked.root })
  return { ...answer, headers: [...headers, ...cookie] }
}

async function enterPassword(asked: ProtectedRequest, auth: VisitorAuth): Promise<PageResponse> {
  const { request, page, address } = asked
  const secret = await readFormField(request, 'password')
  if (secret === undefined) return badForm
  if (secret === '') return deny(asked, 'wrong_password')
  const admission = await auth.admit({ slug: page.view.slug, by: 'password', secret, address })
  return toResponse(asked, admission, { denied: 'wrong_password', now: auth.now() })
}

/** A link is verified in this process, so it works while the api is unavailable. */
function openLink(asked: ProtectedRequest, key: string, { now }: VisitorAuth): PageResponse {
  const token = asked.page.gate.check(key, 'link', now())
  return token?.status === 'admitted' ? signIn(asked, key, now()) : deny(asked, 'not_valid')
}

/** The api is not called for an entry that it did not sign for this page. */
async function enterUser(asked: ProtectedRequest, entry: string, { admit, now }: VisitorAuth): Promise<PageResponse> {
  const { page, address } = asked
  if (page.gate.check(entry, 'entry', now())?.status !== 'admitted') return deny(asked, 'not_valid')
  const admission = await admit({ slug: page.view.slug, by: 'entry', secret: entry, address })
  return toResponse(asked, admission, { denied: 'not_valid', now: now() })
}

interface Denial {
  readonly denied: SignInProblem
  readonly now: number
}

function toResponse(asked: ProtectedRequest, admission: VisitorAdmission, { denied, now }: Denial): PageResponse {
  if (typeof admission === 'string') return deny(asked, admission === 'denied' ? denied : admission)
  return asked.page.gate.isNew(admission.token, now) ? signIn(asked, admission.token, now) : deny(asked, denied)
}

/** Stores the token in a cookie, and redirects to the same file without secrets in the URL. */
function signIn({ page, path, root, hasFile, parameters }: ProtectedRequest, token: string, now: number): PageResponse {
  const { gate, view } = page
  const claims = gate.check(token, gate.kind, now)?.claims
  const language = view.languages.find((one) => one === parameters.get(languageParameter))
  const query = language === undefined ? '' : `?${languageParameter}=${language}`
  // Only what the page has: nothing that a visitor made up gets into a header.
  const location = `${root}${hasFile ? path : ''}${query}`
  const cookie: RawHeaders = claims ? setCookie(page, token, { now, claims, root }) : []
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

/** People get a sign-in page, programs only a status. The answer does not depend on whether the path exists. */
function deny({ page, path, language, request }: ProtectedRequest, problem: SignInProblem | null): PageResponse {
  const isForPeople = request.method === 'POST' || problem !== null || (!path.includes('.') && path !== 'widget')
  if (!isForPeople) return forbidden
  const html = renderSignIn(page.view, { access: page.gate, path, language, problem })
  const more: RawHeaders = problem === 'unavailable' ? ['Retry-After', '60'] : []
  return toDocument(problem === null ? 403 : statuses[problem], html, [...more, 'Vary', 'Accept-Language, Cookie'])
}
