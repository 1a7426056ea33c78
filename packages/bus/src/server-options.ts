/** The address of a broker, and the authority that its certificate is checked against. */
export interface BrokerAddress {
  /** One address, or several separated by commas. */
  readonly url: string
  /** The file with the certificate authority of the broker's certificate; by default, the authorities of the system. */
  readonly ca?: string | undefined
}

/**
 * Returns the connection options for the address of a broker. If a certificate authority is given, a broker without TLS
 * is rejected.
 */
export const toServerOptions = ({ url, ca }: BrokerAddress) => ({
  servers: url.split(',').map((server) => server.trim()),
  ...(ca !== undefined && { tls: { caFile: ca } }),
})
