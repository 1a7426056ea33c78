/** The parts of a URL that a row shows: the host, and the end of the path with the query. */
export interface RequestName {
  readonly host: string
  readonly name: string
}

/** Splits the URL of a request. Other schemes, such as `data:`, are shown as they are, always as text. */
export function getRequestName(text: string): RequestName {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return { host: '', name: text }
  const end = url.pathname.split('/').findLast((part) => part !== '')
  return { host: url.host, name: `${end ?? '/'}${url.search}` }
}
