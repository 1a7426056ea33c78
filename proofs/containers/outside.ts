import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A page whose text only a browser sees, because a script writes it. */
export const pagePath = '/page'
export const pageText = 'written by a script'
const page = `<!doctype html><title>Page</title><p></p><img src="/picture">
<script>document.querySelector('p').textContent = '${pageText.replace(' ', "' + ' ")}'</script>
`

export interface OutsideWorld extends AsyncDisposable {
  readonly mailPort: number
  readonly targetPort: number
  /** Mails in the order of their arrival, with their time. */
  readonly mails: readonly { readonly at: number; readonly content: string }[]
  /** The time and path of each answered request. */
  readonly requests: readonly { readonly at: number; readonly path: string }[]
}

/** The surroundings of an installation: a mail server, and a web server that records requests with their times. */
export async function openOutside(): Promise<OutsideWorld> {
  const mails: { at: number; content: string }[] = []
  const requests: { at: number; path: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      void text(stream).then((content) => {
        mails.push({ at: Date.now(), content })
        done()
      })
    },
  })
  const web = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === pagePath) response.setHeader('content-type', 'text/html')
    response.end(path === pagePath ? page : 'fine\n', () => requests.push({ at: Date.now(), path }))
  })
  await new Promise<void>((resolve) => smtp.listen(0, '0.0.0.0', resolve))
  await new Promise<void>((resolve) => web.listen(0, '0.0.0.0', resolve))
  const getPort = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  return {
    mails,
    requests,
    mailPort: getPort(smtp.server),
    targetPort: getPort(web),
    async [Symbol.asyncDispose]() {
      web.closeAllConnections()
      await new Promise<void>((resolve) => web.close(() => resolve()))
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}
