import { setTimeout as wait } from 'node:timers/promises'
import { type ConnectionSettings, splitHosts, toConnectionSettings } from './hosts.ts'
import { type ProbedHost, probeHost } from './probe-host.ts'

/** How long the other hosts may take to answer after one has answered, or has said that it accepts writes. */
const afterAnswerMs = 2_000
const afterPrimaryMs = 500

export interface HostAddress {
  readonly host: string
  readonly port: number
}

/** Thrown when no host of a database URL accepts writes. The errors of the hosts are inside. */
export class NoPrimaryError extends AggregateError {
  override readonly name = 'NoPrimaryError'
}

/** Finds the host of a database URL that accepts writes. */
export interface PrimaryFinder {
  readonly hasSeveralHosts: boolean
  /** Returns the host that was found last. Probes the hosts if there is none, or after `forget`. */
  find(): Promise<HostAddress>
  forget(): void
  /** Asks every host, and waits for all answers. */
  probe(): Promise<readonly ProbedHost[]>
}

export function createPrimaryFinder(url: string, role: string | null): PrimaryFinder {
  const hosts = splitHosts(url).map((each) => toConnectionSettings(each, role))
  let found: Promise<HostAddress> | undefined
  const forget = () => {
    found = undefined
  }
  return {
    hasSeveralHosts: hosts.length > 1,
    find() {
      if (found) return found
      const looking = findPrimary(hosts).then(({ probed }) => probed)
      found = looking
      // A failure is not kept: the next connection looks again.
      looking.catch(() => found === looking && forget())
      return looking
    },
    forget,
    probe: () => Promise.all(hosts.map(probeHost)),
  }
}

/**
 * Returns the URL with only the host that accepts writes, for programs that use one. A URL with one host is returned
 * unchanged.
 */
export async function resolvePrimary(url: string): Promise<string> {
  const urls = splitHosts(url)
  if (urls.length === 1) return url
  const { place } = await findPrimary(urls.map((each) => toConnectionSettings(each, null)))
  return urls[place] ?? url
}

interface FoundHost {
  readonly probed: ProbedHost
  /** Its place in the list. */
  readonly place: number
}

/**
 * Probes all hosts at once, so that one that hangs delays nothing. If several accept writes, the one that was promoted
 * last is used: a server that was cut off from its cluster may not have noticed that another one was promoted.
 */
async function findPrimary(hosts: readonly ConnectionSettings[]): Promise<FoundHost> {
  const answers: FoundHost[] = []
  const [hasAnswer, hasPrimary] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = hosts.map(async (host, place) => {
    const probed = await probeHost(host)
    answers.push({ probed, place })
    if (probed.state.kind !== 'unreachable') hasAnswer.resolve()
    if (probed.state.kind === 'primary') hasPrimary.resolve()
  })
  const isLong = hasAnswer.promise.then(() => wait(afterAnswerMs))
  await Promise.race([Promise.all(asked), isLong, hasPrimary.promise.then(() => wait(afterPrimaryMs))])
  const [best] = answers.sort((one, other) => rank(other.probed) - rank(one.probed) || one.place - other.place)
  if (best?.probed.state.kind === 'primary') return best
  throw new NoPrimaryError(answers.map(toError), `no host accepts writes: ${answers.map(describe).join('; ')}`)
}

const rank = ({ state }: ProbedHost): number => (state.kind === 'primary' ? state.timeline : 0)

const describe = ({ probed }: FoundHost): string => `${probed.host}:${probed.port} ${toError({ probed }).message}`

const toError = ({ probed: { state } }: Pick<FoundHost, 'probed'>): Error =>
  'error' in state ? state.error : Object.assign(new Error('is read-only'), { code: '25006' })
