/** Ports that a type implies, so that they need not be shown; `none`: the port belongs to another server. */
const impliedPorts: Readonly<Record<string, number | 'none'>> = {
  dns: 'none',
  fullpage: 80,
  fullpagehttps: 443,
  grpc_health: 443,
  http: 80,
  https: 443,
  smtp_helo: 25,
  ssh: 22,
  tls_certificate: 443,
}

interface AddressedService {
  readonly type_id?: string
  readonly address?: string
  readonly extended_settings?: Readonly<Record<string, unknown>>
}

/** The address of a service with its port, which several check types have as a setting. */
export function getServiceAddress(record: object): string | null {
  const { type_id = '', address = '', extended_settings } = record as AddressedService
  const port = extended_settings?.['port']
  const implied = impliedPorts[type_id]
  const isBare = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#:\s]+|\[[^\]]+\])$/i.test(address)
  if (typeof port !== 'number' || port === implied || implied === 'none') return address || null
  if (isBare) return `${address}:${port}`
  return /^[0-9a-f:]*:[0-9a-f:.]*$/i.test(address) ? `[${address}]:${port}` : address || null
}
