import type { ServedHost } from '@wachta/status-page'

/** Which page a request is for, and which of its files. */
export interface PageLocation {
  readonly slug: string
  /** Without a slash at its start; undefined for the address of a page without the slash at its end. */
  readonly path: string | undefined
  /** Where the page begins, with a slash at both ends. */
  readonly root: string
}

const slugFormat = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * Finds the page of a request: the one of the host, or that in the path, `/slug/path`. The only place that knows how URLs
 * map to pages.
 */
export function locatePage(pathname: string, host?: ServedHost): PageLocation | undefined {
  if (host && host.slug !== null) return { slug: host.slug, path: pathname.slice(1), root: '/' }
  const end = pathname.indexOf('/', 1)
  const slug = pathname.slice(1, end < 0 ? undefined : end)
  if (!slugFormat.test(slug)) return undefined
  return { slug, path: end < 0 ? undefined : pathname.slice(end + 1), root: `/${slug}/` }
}

/** The name in a Host header: in small letters, without a port and without a dot at its end. */
export const readHostName = (header = ''): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
