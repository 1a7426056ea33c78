/** Reads the host of a URL or of an address such as `host:port`; a DNS query takes no IPv6 address. */
export function toDiagnosedHost(address: string): string {
  const url = address.includes('://') ? address : `none://${address}`
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^[A-Za-z0-9.-]+$/.test(host) ? host : ''
}
