/** The URL of a gateway of the operator, and its token. */
export interface GatewayEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Parses a URL of an operator. Unless `token` is given, it stands before the host: https://token@gateway.example. */
export function parseGatewayUrl(gatewayUrl: string, token?: string): GatewayEndpoint {
  const url = URL.parse(gatewayUrl)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('The URL of a gateway must begin with https:// or http://.')
  const bearer = token ?? decodeURIComponent(url.password === '' ? url.username : url.password)
  url.username = ''
  url.password = ''
  return { url: url.href, headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` } }
}
