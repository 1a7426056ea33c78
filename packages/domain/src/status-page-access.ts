/**
 * Who may open a status page: everyone (listed by search engines or not), visitors from allowed addresses, visitors who
 * know its password or have its link, or users who are signed in.
 */
export const pageVisibilities = ['public', 'unlisted', 'addresses', 'password', 'link', 'users'] as const
export type PageVisibility = (typeof pageVisibilities)[number]

/** Visibilities in which visitors show a signed token, which they keep as a cookie. */
export const visitorVisibilities = ['password', 'link', 'users'] as const
export type VisitorVisibility = (typeof visitorVisibilities)[number]

/** Returns the visibility if visitors need a token for it. */
export const toVisitorVisibility = (visibility: PageVisibility): VisitorVisibility | undefined =>
  visitorVisibilities.find((one) => one === visibility)

/** The settings that decide who may open a page. */
export interface PageAccess {
  readonly visibility: PageVisibility
  readonly allowedAddresses: readonly string[]
  /** Sub-accounts whose users may open it, besides those of the owner. */
  readonly visitorAccountIds: readonly number[]
  readonly hasPassword: boolean
}

export interface AccessProblem {
  readonly setting: 'allowed_addresses' | 'visitor_account_ids' | 'password'
  readonly reason: 'needed' | 'unused'
}

/**
 * Finds settings that do not fit the visibility: missing where they are needed, or present where they would be ignored,
 * so that a reader would believe that they protect the page. A password may be set before it is used.
 */
export function findAccessProblems(access: PageAccess): AccessProblem[] {
  const { visibility, allowedAddresses, visitorAccountIds, hasPassword } = access
  const hasAddresses = allowedAddresses.length > 0
  const problems: (AccessProblem | false)[] = [
    visibility === 'addresses' && !hasAddresses && { setting: 'allowed_addresses', reason: 'needed' },
    visibility !== 'addresses' && hasAddresses && { setting: 'allowed_addresses', reason: 'unused' },
    visibility !== 'users' && visitorAccountIds.length > 0 && { setting: 'visitor_account_ids', reason: 'unused' },
    visibility === 'password' && !hasPassword && { setting: 'password', reason: 'needed' },
  ]
  return problems.filter((problem) => problem !== false)
}

/** First path segments that the server of pages uses itself, or that visitors would consider official. */
const reservedSlugs: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'app', 'assets', 'auth', 'badge', 'badges', 'calendar', 'embed', 'favicon', 'feed', 'feeds'],
  ...['health', 'healthz', 'help', 'live', 'login', 'logout', 'mcp', 'metrics', 'oauth', 'pages', 'public', 'ready'],
  ...['robots', 'scim', 'sitemap', 'static', 'subscribe', 'unsubscribe', 'verify', 'wachta', 'widget', 'www'],
])

/** Whether a page cannot have this slug because its path is reserved, also for any version of the API, such as `v3`. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug) || /^v\d+$/.test(slug)
