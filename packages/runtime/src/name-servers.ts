import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Queries name servers. Null means that they did not answer, which proves nothing. */
export interface NameServers {
  hasTextRecord(name: string, value: string): Promise<boolean | null>
  /** Returns the addresses of both families. */
  findAddresses(name: string): Promise<readonly string[] | null>
}

const timeoutMs = 3_000
/** The error codes for an answer that no such record exists. */
const noRecordCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** Uses the given servers, such as `9.9.9.9` or `127.0.0.1:5353`; if none are given, those of the system. */
export function createNameServers(servers: readonly string[] = []): NameServers {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    async hasTextRecord(name, value) {
      const records = await findRecords(resolver.resolveTxt(name))
      // A long record is split into parts.
      return records?.some((parts) => parts.join('') === value) ?? null
    },
    async findAddresses(name) {
      if (isIP(name) !== 0) return [name]
      const [v4, v6] = await Promise.all([findRecords(resolver.resolve4(name)), findRecords(resolver.resolve6(name))])
      return v4 && v6 && [...v4, ...v6]
    },
  }
}

const findRecords = <T>(query: Promise<readonly T[]>): Promise<readonly T[] | null> =>
  query.catch((error: NodeJS.ErrnoException) => (noRecordCodes.includes(error.code) ? [] : null))
