import { findAccessFault, isReservedSlug, listedZones, type PageVisibility } from '@wachta/domain'
import { type Call, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { networkViolations } from '../../platform/authentication/allow-list.ts'
import { urlViolations } from '../branding/rules.ts'

const maxPages = 100

/** Validates a new page, and converts it to columns. */
export function prepareStatusPage(data: Values): Values {
  rejectAny([...pageViolations(data), ...accessViolations(data)])
  return toColumns(data)
}

/** The same for a change. */
export function prepareStatusPageChange(changes: Values, before: Values): Values {
  rejectAny([...pageViolations(changes), ...accessViolations({ ...before, ...changes })])
  return toColumns(changes)
}

/** Rejects a page too many. */
export async function limitPages(id: number, _kept: Values, { db }: Call): Promise<void> {
  const [counted] = await db.query(sql<{ count: number }>`select count(*)::int as count from status_page
where owner_id = (select p.owner_id from status_page p where p.id = ${id})`)
  if (Number(counted?.count) > maxPages) reject('too_many_objects', undefined, { limit: maxPages })
}

function pageViolations({ slug, time_zone, home_url, allowed_addresses = [] }: Values): Violation[] {
  return [
    ...(isReservedSlug(String(slug)) ? [{ symbol: 'slug_reserved', field: 'data.slug' }] : []),
    ...(time_zone !== undefined && !listedZones.includes(String(time_zone))
      ? [{ symbol: 'unknown_time_zone', field: 'data.time_zone' }]
      : []),
    ...urlViolations(home_url, 'data.home_url'),
    ...networkViolations(allowed_addresses as readonly string[], 'data.allowed_addresses'),
  ]
}

function accessViolations({ visibility = 'public', allowed_addresses = [] }: Values): Violation[] {
  const fault = findAccessFault({
    visibility: visibility as PageVisibility,
    allowedAddresses: allowed_addresses as readonly string[],
  })
  if (fault === undefined) return []
  const symbol = fault === 'needed' ? 'needed_for_visibility' : 'not_for_visibility'
  return [{ symbol, field: 'data.allowed_addresses', params: { visibility: String(visibility) } }]
}

const toColumns = ({ accent_colour, ...others }: Values): Values => ({
  ...others,
  ...(accent_colour !== undefined && { accent_colour: (accent_colour as string | null)?.toLowerCase() ?? null }),
})
