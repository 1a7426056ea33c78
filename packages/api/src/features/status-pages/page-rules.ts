import { findAccessProblems, isReservedSlug, listedZones, normalizeDomain, type PageVisibility } from '@wachta/domain'
import { type Call, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { findNetworkViolations } from '../../platform/authentication/allow-list.ts'
import { createForeignRowViolations } from '../../platform/belonging.ts'
import { findUrlViolations } from '../branding/rules.ts'
import { findAnnouncementViolations } from './announcement-rules.ts'

const maxPages = 100

/** Validates a new page, and converts it to columns. */
export async function prepareStatusPage(data: Values, call: Call): Promise<Values> {
  rejectAny([
    ...findPageViolations(data),
    ...findAccessViolations(data),
    ...findAnnouncementViolations(data),
    ...(await findVisitorViolations(data, Number(data['owner_id']), call)),
  ])
  return toColumns(data)
}

/** Validates a change of a page, and converts it to columns. */
export async function prepareStatusPageChange(changes: Values, before: Values, call: Call): Promise<Values> {
  rejectAny([
    ...findPageViolations(changes),
    ...findAccessViolations({ ...before, ...changes }),
    ...findAnnouncementViolations(changes),
    ...(await findVisitorViolations(changes, Number(before['owner_id']), call)),
  ])
  return toColumns(changes)
}

/** Rejects the new page if the owner now has too many. */
export async function rejectTooManyPages(id: number, { db }: Call): Promise<void> {
  const [counted] = await db.query(sql<{ count: number }>`select count(*)::int as count from status_page
where owner_id = (select p.owner_id from status_page p where p.id = ${id})`)
  if (Number(counted?.count) > maxPages) reject('too_many_objects', undefined, { limit: maxPages })
}

function findPageViolations({ slug, domain, time_zone, home_url, allowed_addresses = [] }: Values): Violation[] {
  return [
    ...(isReservedSlug(String(slug)) ? [{ symbol: 'slug_reserved', field: 'data.slug' }] : []),
    ...(typeof domain === 'string' && normalizeDomain(domain) === undefined
      ? [{ symbol: 'not_a_domain', field: 'data.domain' }]
      : []),
    ...(time_zone !== undefined && !listedZones.includes(String(time_zone))
      ? [{ symbol: 'unknown_time_zone', field: 'data.time_zone' }]
      : []),
    ...findUrlViolations(home_url, 'data.home_url'),
    ...findNetworkViolations(allowed_addresses as readonly string[], 'data.allowed_addresses'),
  ]
}

function findAccessViolations(page: Values): Violation[] {
  const { visibility = 'public', allowed_addresses = [], visitor_account_ids = [], has_password = false } = page
  const problems = findAccessProblems({
    visibility: visibility as PageVisibility,
    allowedAddresses: allowed_addresses as readonly string[],
    visitorAccountIds: visitor_account_ids as readonly number[],
    hasPassword: has_password === true,
  })
  return problems.map(({ setting, reason }) =>
    setting === 'password'
      ? { symbol: 'page_without_password', field: 'data.visibility' }
      : {
          symbol: reason === 'needed' ? 'needed_for_visibility' : 'not_for_visibility',
          field: `data.${setting}`,
          params: { visibility: String(visibility) },
        },
  )
}

/** Users of other accounts may open the page only if its owner created those accounts. */
async function findVisitorViolations(
  { visitor_account_ids: ids }: Values,
  owner: number,
  call: Call,
): Promise<Violation[]> {
  if (!Array.isArray(ids) || ids.length === 0) return []
  const found = await call.db.query(sql<{ id: number }>`select id from account where id = any(${ids})
  and reseller_account_id = ${owner} and parent_account_id is null`)
  const ownIds = new Set(found.map(({ id }) => id))
  const field = 'data.visitor_account_ids'
  return createForeignRowViolations({ resource: 'account', ids: ids.filter((id) => !ownIds.has(id)), field }, call)
}

const toColumns = ({ accent_colour, domain, ...others }: Values): Values => ({
  ...others,
  ...(domain !== undefined && { domain: domain === null ? null : normalizeDomain(String(domain)) }),
  ...(accent_colour !== undefined && { accent_colour: (accent_colour as string | null)?.toLowerCase() ?? null }),
})
