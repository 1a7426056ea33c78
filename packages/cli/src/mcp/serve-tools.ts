import { ApiError, createClient } from '@wachta/client'
import type { ToolOffer } from '@wachta/mcp'
import { CommandError, type Invocation } from '../frame/command.ts'
import { type CliCredentials, readCliCredentials } from '../session/connection.ts'

/** Serves the tools to the assistant that started this process, until it closes standard input. */
export async function serveTools(invocation: Omit<Invocation, 'options'>, canWrite: boolean): Promise<void> {
  const { stopping, out } = invocation
  const credentials = await readCliCredentials(invocation)
  const offer = await readToolOffer(credentials, stopping)
  // Loaded only here: other commands should not wait for it.
  const { serveOverStdio } = await import('@wachta/mcp')
  const allowed = offer && new Set<string>(offer.operations)
  await serveOverStdio({
    allows: (id) => allowed?.has(id) ?? true,
    canWrite,
    now: () => new Date(),
    connect: ({ client, signal }) =>
      createClient({
        baseUrl: credentials.url,
        token: () => credentials.token,
        language: () => 'en',
        fetch: withClientName(client, credentials.fetch),
        signal,
      }),
    stdin: process.stdin,
    stdout: process.stdout,
    onError: ({ message }) => out.remark({ en: message, pl: message }),
    stopping,
  })
}

/** Reads the operations that the scopes of a token allow; undefined for a session, which has no scopes. */
async function readToolOffer({ url, token }: CliCredentials, signal: AbortSignal): Promise<ToolOffer | undefined> {
  if (!/^wa[a-z]_/.test(token)) return undefined
  const response = await fetch(`${url.replace(/\/v\d+$/, '')}/mcp/tools`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  }).catch(() => {
    throw new CommandError({ en: `${url} cannot be reached.`, pl: `Nie można połączyć się z ${url}.` })
  })
  if (response.status === 404)
    throw new CommandError({
      en: 'This installation has no MCP server. Upgrade it first.',
      pl: 'Ta instalacja nie ma serwera MCP. Najpierw ją zaktualizuj.',
    })
  if (!response.ok) throw new ApiError({ status: response.status, errors: await readErrors(response) })
  return (await response.json()) as ToolOffer
}

const readErrors = async (response: Response): Promise<ApiError['errors']> =>
  response.json().then(
    (errors) => (Array.isArray(errors) ? errors : []),
    () => [],
  )

/** Names the assistant in the audit log. */
const withClientName =
  (client: string | undefined, send: typeof fetch): typeof fetch =>
  (url, init) =>
    send(url, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...(client && { 'x-client': `mcp ${client}` }) },
    })
