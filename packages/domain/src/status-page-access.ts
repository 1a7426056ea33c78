/** Who may open a status page: everyone (listed by search engines or not), or whoever comes from allowed addresses. */
export const pageVisibilities = ['public', 'unlisted', 'addresses'] as const
export type PageVisibility = (typeof pageVisibilities)[number]

/** Who may open a page, and what decides it. */
export interface PageAccess {
  readonly visibility: PageVisibility
  readonly allowedAddresses: readonly string[]
}

/**
 * Finds out whether the allowed addresses fit the visibility: missing where they are needed, or given where they would be
 * ignored, so that whoever reads them would believe that they protect the page. Undefined if they fit.
 */
export function findAccessFault({ visibility, allowedAddresses }: PageAccess): 'needed' | 'unused' | undefined {
  const isGiven = allowedAddresses.length > 0
  if (visibility === 'addresses') return isGiven ? undefined : 'needed'
  return isGiven ? 'unused' : undefined
}

/** First parts of addresses that the server of pages uses itself, or that a visitor would take for something official. */
const reservedSlugs: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'app', 'assets', 'auth', 'badge', 'badges', 'calendar', 'embed', 'favicon', 'feed', 'feeds'],
  ...['health', 'healthz', 'help', 'live', 'login', 'logout', 'mcp', 'metrics', 'oauth', 'pages', 'public', 'ready'],
  ...['robots', 'scim', 'sitemap', 'static', 'subscribe', 'unsubscribe', 'verify', 'wachta', 'widget', 'www'],
])

/** Whether a page cannot have this slug, because its address means something else. Also all versions of the API: `v3`. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug) || /^v\d+$/.test(slug)
