import { toMetricsUrl } from '../../serve/metrics-address.ts'
import type { RoleState } from '../../serve/role-keeper.ts'
import { formatLongDuration } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const recentExitMs = 3_600_000
const timeoutMs = 3_000

export const rolesCheck: HealthCheck = {
  name: 'roles',
  title: localized('Roles', 'Role'),
  async run(context) {
    const processes = context.variable('PROCESS_URLS')
    if (processes !== '') return checkProcesses(processes.split(','))
    const url = `${toMetricsUrl(context.variable('METRICS_HOST'), context.variable('METRICS_PORT'))}/roles`
    let states: readonly RoleState[]
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      states = ((await answer.json()) as { roles: RoleState[] }).roles
    } catch {
      return warning(
        localized(`\`wachta serve\` does not answer at ${url}.`, `Pod ${url} nie odpowiada \`wachta serve\`.`),
        localized(
          'Start it. If you run the roles separately, check /ready of each one.',
          'Uruchom go. Jeśli role działają osobno, sprawdź /ready każdej z nich.',
        ),
      )
    }
    const found = states.flatMap((state) => judgeRole(state, context.now()))
    if (found.length > 0) return found
    return ok(`All ${states.length} roles are running.`, `Działają wszystkie role (${states.length}).`)
  },
}

/** Checks the readiness of each process, for installations without a supervisor, such as containers. */
async function checkProcesses(urls: readonly string[]): Promise<Finding | Finding[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
      if (answer?.ok) return []
      const status = answer?.status ?? '–'
      const failing = await describeFailingChecks(answer)
      return [
        problem(
          localized(
            `${url}/ready answers ${status}${failing} instead of 200.`,
            `${url}/ready zamiast 200 odpowiada: ${status}${failing}.`,
          ),
          localized('Read the log of this process.', 'Przeczytaj dziennik tego procesu.'),
        ),
      ]
    }),
  )
  if (found.flat().length > 0) return found.flat()
  return ok(`All ${urls.length} processes are ready.`, `Wszystkie procesy są gotowe (${urls.length}).`)
}

/** Returns the names of the failing readiness checks in brackets, or an empty text if there are none. */
async function describeFailingChecks(answer: Response | undefined): Promise<string> {
  const read = (await answer?.json().catch(() => undefined)) as { readonly failing?: readonly string[] } | undefined
  return Array.isArray(read?.failing) ? ` (${read.failing.join(', ')})` : ''
}

/** Returns what is wrong with a role, if anything. */
function judgeRole({ role, state, restarts, last_exit, since }: RoleState, now: number): Finding[] {
  const exitReason = last_exit === null ? '' : (last_exit.signal ?? `${last_exit.code}`)
  const logHint = localized(`Read the log of ${role}.`, `Przeczytaj dziennik roli ${role}.`)
  if (state !== 'running') {
    const age = formatLongDuration(now - Date.parse(since))
    return [
      problem(
        localized(
          `${role} has been ${state} for ${age}${exitReason && `, after it ended with ${exitReason}`}.`,
          `${role}: stan ${state} od ${age}${exitReason && `, po zakończeniu z ${exitReason}`}.`,
        ),
        last_exit?.was_running === false
          ? localized(
              `It does not start: its log contains the errors in its configuration.`,
              'Nie może wystartować z tą konfiguracją. Błędy są w jej dzienniku.',
            )
          : logHint,
      ),
    ]
  }
  if (last_exit === null || now - Date.parse(last_exit.time) > recentExitMs) return []
  return [
    warning(
      localized(
        `${role} ended ${formatLongDuration(now - Date.parse(last_exit.time))} ago with ${exitReason} and was restarted; restarts in total: ${restarts}.`,
        `${role}: zakończona ${formatLongDuration(now - Date.parse(last_exit.time))} temu z ${exitReason} i uruchomiona ponownie; razem: ${restarts}.`,
      ),
      logHint,
    ),
  ]
}
