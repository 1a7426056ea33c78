/** A database URL with one host or, as libpq allows, with several: `postgres://user@one:5432,two:5432/name`. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s

/** Returns one URL for each host of a database URL. What is no such URL is returned as it is. */
export function splitHosts(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`)
  return first === undefined || others.length === 0 ? [url] : [first, ...others]
}

/** Returns whether the URL of a database, or each of its hosts, can be parsed. */
export const canParseDatabaseUrl = (url: string): boolean => splitHosts(url).every((each) => URL.canParse(each))

export interface ConnectionSettings {
  readonly connectionString: string
  readonly options?: string
}

/** Adds the role to the options in the URL of one host, unless they name one, as the logins of single processes do. */
export function toConnectionSettings(url: string, role: string | null): ConnectionSettings {
  const parsed = URL.parse(url)
  if (role === null || !parsed) return { connectionString: url }
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.delete('options')
  const own = /-c\s*role=/.test(given) ? '' : `-c role=${role}`
  // Just-in-time compilation takes longer than any of our statements runs.
  return { connectionString: parsed.href, options: `${given} ${own} -c jit=off`.trim() }
}
