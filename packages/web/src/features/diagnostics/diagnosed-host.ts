/** Reads the host of a URL or of an address such as `host:port`; empty for IPv6, which a DNS query does not accept. */
export function toDiagnosedHost(address: string): string {
  const url = address.includes('://') ? address : `none://${address}`
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^[A-Za-z0-9.-]+$/.test(host) ? host : ''
}
