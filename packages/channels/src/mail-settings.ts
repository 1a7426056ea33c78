/** The settings of nodemailer for the mail server, for every mail of the installation. */
export function parseSmtpServer(url: string) {
  const server = URL.parse(url)
  if (server === null || !/^smtps?:$/.test(server.protocol) || server.hostname === '')
    throw new Error('The address of the mail server has to be smtp://… or smtps://….')
  return {
    url,
    // Without `requireTLS`, the password would be sent unencrypted if an attacker hides that the server offers TLS.
    ...(server.password !== '' && !server.searchParams.has('ignoreTLS') && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The domain of the sender, for message ids. */
export function getSenderDomain(from: string): string {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]
  if (domain === undefined) throw new Error('The sender of mails has to be an address, or a name with <address>.')
  return domain
}

/** The address of the sender, without a name. */
export const getSenderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
