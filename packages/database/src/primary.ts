import { setTimeout as wait } from 'node:timers/promises'
import { type ConnectionSettings, splitHosts, toConnectionSettings } from './hosts.ts'
import { type ProbedHost, probeHost } from './probe-host.ts'

/**
 * How long the other hosts may take to answer: after the first answer, and after the first host that accepts writes.
 */
const maxWaitAfterAnswerMs = 2_000
const maxWaitAfterPrimaryMs = 500

export interface HostAddress {
  readonly host: string
  readonly port: number
}

/** Thrown when no host of a database URL accepts writes. `errors` has the errors of the hosts. */
export class NoPrimaryError extends AggregateError {
  override readonly name = 'NoPrimaryError'
}

/** Finds the host of a database URL that accepts writes. */
export interface PrimaryFinder {
  readonly hasSeveralHosts: boolean
  /** Returns the host that was found last. Probes the hosts if none was found yet, or after `forget`. */
  find(): Promise<HostAddress>
  forget(): void
  /** Asks every host, and waits for all answers. */
  probe(): Promise<readonly ProbedHost[]>
}

export function createPrimaryFinder(url: string, role: string | null): PrimaryFinder {
  const hosts = splitHosts(url).map((each) => toConnectionSettings(each, role))
  let primary: Promise<HostAddress> | undefined
  const forget = () => {
    primary = undefined
  }
  return {
    hasSeveralHosts: hosts.length > 1,
    find() {
      if (primary) return primary
      const search = findPrimary(hosts).then(({ probed }) => probed)
      primary = search
      // A failure is not cached: the next connection probes the hosts again.
      search.catch(() => primary === search && forget())
      return search
    },
    forget,
    probe: () => Promise.all(hosts.map(probeHost)),
  }
}

/**
 * Returns the URL with only the host that accepts writes, for programs that accept a single host. A URL with one host
 * is returned unchanged.
 */
export async function resolvePrimary(url: string): Promise<string> {
  const urls = splitHosts(url)
  if (urls.length === 1) return url
  const { index } = await findPrimary(urls.map((each) => toConnectionSettings(each, null)))
  return urls[index] ?? url
}

interface FoundHost {
  readonly probed: ProbedHost
  /** Its place in the list. */
  readonly index: number
}

/**
 * Probes all hosts at once, so that a host that hangs delays nothing. If several accept writes, the host that was
 * promoted last is used: a server that was cut off from its cluster may not have noticed that another was promoted.
 */
async function findPrimary(hosts: readonly ConnectionSettings[]): Promise<FoundHost> {
  const answers: FoundHost[] = []
  const [hasAnswer, hasPrimary] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const probes = hosts.map(async (host, index) => {
    const probed = await probeHost(host)
    answers.push({ probed, index })
    if (probed.state.kind !== 'unreachable') hasAnswer.resolve()
    if (probed.state.kind === 'primary') hasPrimary.resolve()
  })
  const answerDeadline = hasAnswer.promise.then(() => wait(maxWaitAfterAnswerMs))
  await Promise.race([Promise.all(probes), answerDeadline, hasPrimary.promise.then(() => wait(maxWaitAfterPrimaryMs))])
  const [best] = answers.sort((one, other) => rank(other.probed) - rank(one.probed) || one.index - other.index)
  if (best?.probed.state.kind === 'primary') return best
  throw new NoPrimaryError(answers.map(toError), `no host accepts writes: ${answers.map(describeHost).join('; ')}`)
}

const rank = ({ state }: ProbedHost): number => (state.kind === 'primary' ? state.timeline : 0)

const describeHost = ({ probed }: FoundHost): string => `${probed.host}:${probed.port} ${toError({ probed }).message}`

const toError = ({ probed: { state } }: Pick<FoundHost, 'probed'>): Error =>
  'error' in state ? state.error : Object.assign(new Error('is read-only'), { code: '25006' })
