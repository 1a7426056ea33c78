/** A database URL with one host or, as libpq allows, with several: `postgres://user@one:5432,two:5432/name`. */
const databaseUrlPattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s

/** Returns one URL for each host of a database URL. Any other text is returned unchanged. */
export function splitHosts(url: string): [string, ...string[]] {
  const [, prefix = '', hosts = '', suffix = ''] = databaseUrlPattern.exec(url) ?? []
  const [first, ...others] = hosts.split(',').map((host) => `${prefix}${host}${suffix}`)
  return first === undefined || others.length === 0 ? [url] : [first, ...others]
}

/** Returns whether the URL of a database, or each of its hosts, can be parsed. */
export const canParseDatabaseUrl = (url: string): boolean => splitHosts(url).every((each) => URL.canParse(each))

export interface ConnectionSettings {
  readonly connectionString: string
  readonly options?: string
}

/**
 * Adds the role to the options in the URL of one host, unless the URL sets a role, as it does for the logins of single
 * processes.
 */
export function toConnectionSettings(url: string, role: string | null): ConnectionSettings {
  const parsed = URL.parse(url)
  if (role === null || !parsed) return { connectionString: url }
  const existingOptions = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.delete('options')
  const roleOption = /-c\s*role=/.test(existingOptions) ? '' : `-c role=${role}`
  // Just-in-time compilation takes longer than any of our statements.
  return { connectionString: parsed.href, options: `${existingOptions} ${roleOption} -c jit=off`.trim() }
}
