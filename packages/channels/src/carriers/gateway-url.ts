/** The URL of a gateway of the operator, and its token. */
export interface GatewayDoor {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A URL as an operator writes it, with the token before the host: https://token@gateway.example/messages. */
export function gatewayEndpoint(written: string, token?: string): GatewayDoor {
  const url = URL.parse(written)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('The address of a gateway has to be https://… or http://….')
  const bearer = token ?? decodeURIComponent(url.password === '' ? url.username : url.password)
  url.username = ''
  url.password = ''
  return { url: url.href, headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` } }
}
