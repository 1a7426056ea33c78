import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { CookieJar } from '../web/cookie-jar.ts'
import { fetchFollowing } from '../web/fetch-following.ts'
import type { WebResponse } from '../web/web-request.ts'
import type { Registration } from './registration.ts'
import { parseRegistryDate } from './registry-date.ts'

const maxRedirects = 3

export interface RdapAnswer extends Registration {
  /** The answer as received. */
  readonly text: string
}

/** Queries a registry over RDAP (RFC 9082 and 9083). */
export async function queryRdap(baseUrl: string, domain: string, probe: Probe): Promise<RdapAnswer> {
  const answer = await fetchFollowing(
    {
      method: 'GET',
      url: new URL(`domain/${encodeURIComponent(domain)}`, baseUrl),
      headers: [
        ['Accept', 'application/rdap+json'],
        ['User-Agent', 'wachta'],
      ],
      body: null,
      verify: true,
    },
    { maxRedirects, cookies: new CookieJar() },
    probe,
  )
  // Do not keep the evidence of the HTTP client: it would describe the RDAP server, not the domain.
  probe.onFailure(() => undefined)
  if (answer.status === 404) throw new CheckFailure('domain_not_found', `${baseUrl} does not know ${domain}`)
  if (answer.status === 429 || answer.status === 403)
    throw new CheckFailure('domain_registry_refused', `${baseUrl} answered with status ${answer.status}`)
  if (answer.status !== 200)
    throw new CheckFailure('domain_registry_unreachable', `${baseUrl} answered with status ${answer.status}`)
  probe.keep('registry_answer', answer.body, 'application/json')
  return { ...parseRegistration(answer), text: answer.body.toString() }
}

function parseRegistration({ url, body }: WebResponse): Registration {
  const found = parseBody(body)
  if (found?.['objectClassName'] !== 'domain')
    throw new CheckFailure('domain_registry_unreachable', `${url.host} answered with something other than a domain`)
  const expiry = toRecords(found['events']).find((event) => event['eventAction'] === 'expiration')?.['eventDate']
  return {
    expires: typeof expiry === 'string' ? (parseRegistryDate(expiry) ?? null) : null,
    statuses: Array.isArray(found['status']) ? found['status'].filter((status) => typeof status === 'string') : [],
  }
}

function parseBody(body: Buffer): Record<string, unknown> | undefined {
  try {
    return toRecords([JSON.parse(body.toString())])[0]
  } catch {
    return undefined
  }
}

const toRecords = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []
