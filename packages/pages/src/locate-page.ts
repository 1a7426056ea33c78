/** Which page a request is for, and which of its files. */
export interface PageLocation {
  readonly slug: string
  /** Without a slash at its start; undefined for the address of a page without the slash at its end. */
  readonly path: string | undefined
}

const slugFormat = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Finds the page in the path of a request, `/slug/path`. The only place that knows how addresses lead to pages. */
export function locatePage(pathname: string): PageLocation | undefined {
  const end = pathname.indexOf('/', 1)
  const slug = pathname.slice(1, end < 0 ? undefined : end)
  if (!slugFormat.test(slug)) return undefined
  return { slug, path: end < 0 ? undefined : pathname.slice(end + 1) }
}
