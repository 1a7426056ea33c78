import { isIPv6 } from 'node:net'

/** The host in an address of any check type. */
export function findHost(address: string): string {
  const authority = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/s, '')
  if (authority.startsWith('[')) return authority.slice(1, authority.indexOf(']'))
  // The last group of an IPv6 address looks like a port.
  return isIPv6(authority) ? authority : authority.replace(/:\d+$/, '')
}
