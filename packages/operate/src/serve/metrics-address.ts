/** Values of METRICS_HOST with which a process can be reached on the loopback address. */
const anyAddresses: readonly string[] = ['', '0.0.0.0', '::']

/** Returns the URL of the metrics port of a process on this machine. */
export function toMetricsUrl(host: string, port: number | string): string {
  const address = anyAddresses.includes(host) ? '127.0.0.1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
