import type { IncomingMessage } from 'node:http'
import { isLook, languageParameter, type PageLanguage, renderSignIn, type SignInProblem } from '@wachta/status-page'
import type { AskedVisitor, VisitorAdmission } from './admission.ts'
import { type Answer, badForm, forbidden, notAllowed, toDocument } from './answers.ts'
import { readCookies, setCookie } from './cookie.ts'
import { readFormField } from './form.ts'
import type { CheckedToken, Gate } from './gate.ts'
import { getCaching, noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'
import type { Renew } from './renewal.ts'

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
  readonly serve: () => Answer
  /** Whether the page has a file at the path. */
  readonly hasFile: boolean
}

export interface Doorman {
  readonly admit: (asked: AskedVisitor) => Promise<VisitorAdmission>
  readonly renew: Renew
  readonly now: () => number
}

/** Answers a request for a protected page. Without a token that the page has signed, visitors get nothing of it but its look. */
export function answerProtected(asked: ProtectedRequest, doorman: Doorman): Answer | Promise<Answer> {
  const { request, page, path, parameters } = asked
  if (request.method === 'POST') return page.gate.kind === 'password' ? enterPassword(asked, doorman) : notAllowed
  if (isLook(path)) return asked.serve()
  const key = parameters.get('key')
  if (key !== null && page.gate.kind === 'link') return openLink(asked, key, doorman)
  const entry = parameters.get('entry')
  if (entry !== null && page.gate.kind === 'users') return enterUser(asked, entry, doorman)
  const token = findToken(asked, doorman.now())
  if (token === undefined) return refuse(asked, null)
  return token.verdict === 'admitted' ? asked.serve() : serveRenewed(asked, token, doorman)
}

/** The best token that the visitor has. */
function findToken({ request, page: { gate } }: ProtectedRequest, now: number): CheckedToken | undefined {
  const tokens = readCookies(request.headers.cookie).flatMap((value) => gate.check(value, gate.kind, now) ?? [])
  return tokens.find(({ verdict }) => verdict === 'admitted') ?? tokens.find(({ verdict }) => verdict === 'due')
}

async function serveRenewed(asked: ProtectedRequest, due: CheckedToken, { renew, now }: Doorman): Promise<Answer> {
  const { page, address } = asked
  const token = await renew(page.gate, due, { slug: page.view.slug, address })
  if (token === undefined || token === 'too_many') return refuse(asked, token ?? null)
  const { headers, ...answer } = asked.serve()
  const cookie =
    token === due ? [] : setCookie(page, token.token, { now: now(), claims: token.claims, root: asked.root })
  return { ...answer, headers: [...headers, ...cookie] }
}

async function enterPassword(asked: ProtectedRequest, doorman: Doorman): Promise<Answer> {
  const { request, page, address } = asked
  const secret = await readFormField(request, 'password')
  if (secret === undefined) return badForm
  if (secret === '') return refuse(asked, 'wrong_password')
  const admission = await doorman.admit({ slug: page.view.slug, by: 'password', secret, address })
  return settle(asked, admission, { refused: 'wrong_password', now: doorman.now() })
}

/** A link is verified here and now, so it works while the api is away. */
function openLink(asked: ProtectedRequest, key: string, { now }: Doorman): Answer {
  const token = asked.page.gate.check(key, 'link', now())
  return token?.verdict === 'admitted' ? letIn(asked, key, now()) : refuse(asked, 'not_valid')
}

/** An entry that this page has not signed is no reason to ask the api. */
async function enterUser(asked: ProtectedRequest, entry: string, { admit, now }: Doorman): Promise<Answer> {
  const { page, address } = asked
  if (page.gate.check(entry, 'entry', now())?.verdict !== 'admitted') return refuse(asked, 'not_valid')
  const admission = await admit({ slug: page.view.slug, by: 'entry', secret: entry, address })
  return settle(asked, admission, { refused: 'not_valid', now: now() })
}

interface Settling {
  readonly refused: SignInProblem
  readonly now: number
}

function settle(asked: ProtectedRequest, admission: VisitorAdmission, { refused, now }: Settling): Answer {
  if (typeof admission === 'string') return refuse(asked, admission === 'refused' ? refused : admission)
  return asked.page.gate.isNew(admission.token, now) ? letIn(asked, admission.token, now) : refuse(asked, refused)
}

/** Lets the browser keep the token, and sends it to the same file without what was in the address. */
function letIn({ page, path, root, hasFile, parameters }: ProtectedRequest, token: string, now: number): Answer {
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
    body: Buffer.alloc(0),
  }
}

const statuses: Readonly<Record<SignInProblem, number>> = {
  wrong_password: 403,
  too_many: 429,
  not_valid: 403,
  away: 503,
}

/** People get a page that says what they need; programs get no page. What exists at the path makes no difference. */
function refuse({ page, path, language, request }: ProtectedRequest, problem: SignInProblem | null): Answer {
  const isForPeople = request.method === 'POST' || problem !== null || (!path.includes('.') && path !== 'widget')
  if (!isForPeople) return forbidden
  const html = renderSignIn(page.view, { access: page.gate, path, language, problem })
  const more: RawHeaders = problem === 'away' ? ['Retry-After', '60'] : []
  return toDocument(problem === null ? 403 : statuses[problem], html, [...more, 'Vary', 'Accept-Language, Cookie'])
}
