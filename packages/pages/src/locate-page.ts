import type { ServedHost } from '@wachta/status-page'

/** The page of a request, and the path of the requested file. */
export interface PageLocation {
  readonly slug: string
  /** Without a leading slash; undefined for the URL of a page without the trailing slash. */
  readonly path: string | undefined
  /** The root path of the page, with a slash at both ends. */
  readonly root: string
}

const slugFormat = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * Finds the page of a request: that of the host, or that in the path `/slug/path`. No other function knows how URLs map
 * to pages.
 */
export function locatePage(pathname: string, host?: ServedHost): PageLocation | undefined {
  if (host && host.slug !== null) return { slug: host.slug, path: pathname.slice(1), root: '/' }
  const end = pathname.indexOf('/', 1)
  const slug = pathname.slice(1, end < 0 ? undefined : end)
  if (!slugFormat.test(slug)) return undefined
  return { slug, path: end < 0 ? undefined : pathname.slice(end + 1), root: `/${slug}/` }
}

/** Returns the name in a Host header: in lower case, without a port and without a trailing dot. */
export const readHostName = (header = ''): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
