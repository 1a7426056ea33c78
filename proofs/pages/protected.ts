import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** A protected page; without a cookie, none of its content may be shown. */
export interface ProtectedPage {
  readonly id: number
  readonly slug: string
  readonly visibility: 'password' | 'link' | 'users'
  readonly title: string
  /** The cookie that an admitted visitor sends with each request. */
  cookie: string
}

interface PageServers {
  /** The addresses of the pages and of the api. */
  readonly origin: string
  readonly api: string
  readonly db: Database
}

const password = 'violet-anchor-sled-17'

/** Protects pages as their owner does, and admits one visitor to each in another way: by password, link and sign-in. */
export async function protectPages({ origin, api, db }: PageServers, pages: readonly ProtectedPage[]): Promise<void> {
  const call = createCaller(api, await signIn(db))
  for (const page of pages) {
    const path = `/status_pages/${page.id}`
    if (page.visibility === 'password') await call('PUT', `${path}/password`, { password })
    await call('PUT', path, { visibility: page.visibility })
    const link = page.visibility === 'link' ? (await call('POST', `${path}/link`)).url : undefined
    page.cookie = await retryUntilFound(async () => {
      if (page.visibility === 'password') return requestCookie(`${origin}/${page.slug}/`, { password })
      if (link !== undefined) return requestCookie(link)
      return requestCookie((await call('POST', '/status_page_entries', { slug: page.slug })).url ?? '')
    })
  }
}

/** Forgeries by an attacker who has seen a cookie but cannot sign. */
export const forge = (cookie: string): string => cookie.replace(/\..*$/, `.${'A'.repeat(86)}`)

/** Opens an address, or sends a form to it, and returns the cookie that is set. */
async function requestCookie(url: string, form?: Record<string, string>): Promise<string | undefined> {
  const answer = await fetch(url, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.status === 303 ? answer.headers.getSetCookie()[0]?.split(';')[0] : undefined
}

async function signIn(db: Database): Promise<string> {
  const token = randomBytes(16).toString('hex')
  await db.query(sql`insert into credential (account_id) values (1)`)
  await db.query(sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
values (1, ${createHash('sha256').update(token).digest()}, 'session', 'customer', 86400, now() + interval '1 day', true)`)
  return token
}

function createCaller(api: string, token: string) {
  return (method: string, path: string, body?: object): Promise<{ readonly url?: string }> =>
    retryUntilFound(async () => {
      const answer = await fetch(`${api}/v3${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status >= 500) return undefined
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? {} : ((await answer.json()) as { url: string })
    })
}

/** Retries, because the api and the reporter take time to start and to publish. */
async function retryUntilFound<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  let last: unknown
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const found = await attempt().catch((error: unknown) => {
      last = error
      return undefined
    })
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('a protected page was not opened', { cause: last })
}
