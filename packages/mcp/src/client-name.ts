/** The name that an MCP client gives for itself. */
export interface ClientInfo {
  readonly name?: unknown
  readonly version?: unknown
}

/**
 * Returns the name of an MCP client for the audit log, such as `claude-code/2.1.0`. The client chooses it, so only
 * harmless characters are kept, and not many of them.
 */
export function getClientName(info: ClientInfo | undefined): string | undefined {
  const name = sanitize(info?.name, 48)
  if (name === '') return undefined
  const version = sanitize(info?.version, 16)
  return version === '' ? name : `${name}/${version}`
}

const sanitize = (text: unknown, max: number): string =>
  typeof text === 'string'
    ? text
        .slice(0, 200)
        .replaceAll(/[^\w.-]+/g, '-')
        .slice(0, max)
        .replaceAll(/^-+|-+$/g, '')
    : ''
