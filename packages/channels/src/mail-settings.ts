/** What nodemailer is told of the server, beyond its address: the same for every mail of the installation. */
export function smtpServer(url: string) {
  const server = URL.parse(url)
  if (server === null || !/^smtps?:$/.test(server.protocol) || server.hostname === '')
    throw new Error('The address of the mail server has to be smtp://… or smtps://….')
  return {
    url,
    // Without this, a password would follow whenever someone on the way hides that the server can encrypt.
    ...(server.password !== '' && !server.searchParams.has('ignoreTLS') && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The domain of whoever sends: ids of mails are of it. */
export function senderDomain(from: string): string {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]
  if (domain === undefined) throw new Error('The sender of mails has to be an address, or a name with <address>.')
  return domain
}
