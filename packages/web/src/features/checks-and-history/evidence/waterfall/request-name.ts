/** What of an address is shown in a row: its host, and the end of its path. */
export interface RequestName {
  readonly host: string
  readonly name: string
}

/** Splits the address of a request. What is no web address is its own name; it is only ever shown as text. */
export function nameRequest(address: string): RequestName {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return { host: '', name: address }
  const end = url.pathname.split('/').findLast((part) => part !== '')
  return { host: url.host, name: `${end ?? '/'}${url.search}` }
}
