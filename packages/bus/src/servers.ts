/** Where a broker is, and whom to believe that it is the one. */
export interface BrokerAddress {
  /** One address, or several separated by commas. */
  readonly url: string
  /** The file with the certificate authority that signed the broker's certificate; the system's authorities unless given. */
  readonly ca?: string | undefined
}

/** The options of a connection that say where the broker is. With an authority of its own, a broker without TLS is rejected. */
export const toServers = ({ url, ca }: BrokerAddress) => ({
  servers: url.split(',').map((server) => server.trim()),
  ...(ca !== undefined && { tls: { caFile: ca } }),
})
