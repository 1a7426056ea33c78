/** The parts of a URL that a row shows: the host, and the end of the path. */
export interface RequestName {
  readonly host: string
  readonly name: string
}

/** Splits the URL of a request. Other schemes, such as `data:`, are shown as they are, always as text. */
export function getRequestName(address: string): RequestName {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return { host: '', name: address }
  const end = url.pathname.split('/').findLast((part) => part !== '')
  return { host: url.host, name: `${end ?? '/'}${url.search}` }
}
