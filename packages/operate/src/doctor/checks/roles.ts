import type { RoleState } from '../../serve/role-keeper.ts'
import { formatLongDuration } from '../figures.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const latelyMs = 3_600_000
const patienceMs = 3_000

export const rolesCheck: HealthCheck = {
  name: 'roles',
  title: localized('Roles', 'Role'),
  async look(around) {
    const processes = around.variable('PROCESS_URLS')
    if (processes !== '') return askEach(processes.split(','))
    const where = `http://${around.variable('METRICS_HOST')}:${around.variable('METRICS_PORT')}/roles`
    let states: readonly RoleState[]
    try {
      const answer = await fetch(where, { signal: AbortSignal.timeout(patienceMs) })
      states = ((await answer.json()) as { roles: RoleState[] }).roles
    } catch {
      return warning(
        localized(`\`wachta serve\` does not answer at ${where}.`, `Pod ${where} nie odpowiada \`wachta serve\`.`),
        localized(
          'Start it. If you run the roles separately, check /ready of each one.',
          'Uruchom go. Jeśli role działają osobno, sprawdź /ready każdej z nich.',
        ),
      )
    }
    const found = states.flatMap((state) => judgeRole(state, around.now()))
    if (found.length > 0) return found
    return ok(`All ${states.length} roles are running.`, `Działają wszystkie role (${states.length}).`)
  },
}

/** Checks the readiness of each process, for installations without a supervisor, such as containers. */
async function askEach(urls: readonly string[]): Promise<Finding | Finding[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)
      if (answer?.ok) return []
      const status = answer?.status ?? '–'
      const failing = await readFailing(answer)
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

/** The names of what is not ready, such as one of the sensors of a process. */
async function readFailing(answer: Response | undefined): Promise<string> {
  const read = (await answer?.json().catch(() => undefined)) as { readonly failing?: readonly string[] } | undefined
  return Array.isArray(read?.failing) ? ` (${read.failing.join(', ')})` : ''
}

/** Describes the state of a process. */
function judgeRole({ role, state, restarts, last_exit, since }: RoleState, now: number): Finding[] {
  const how = last_exit === null ? '' : (last_exit.signal ?? `${last_exit.code}`)
  const lines = localized(`Read the log of ${role}.`, `Przeczytaj dziennik roli ${role}.`)
  if (state !== 'running') {
    const age = formatLongDuration(now - Date.parse(since))
    return [
      problem(
        localized(
          `${role} has been ${state} for ${age}${how && `, after it ended with ${how}`}.`,
          `${role}: stan ${state} od ${age}${how && `, po zakończeniu z ${how}`}.`,
        ),
        last_exit?.was_running === false
          ? localized(
              `It does not start: its log contains the errors in its configuration.`,
              'Nie może wystartować z tą konfiguracją. Błędy są w jej dzienniku.',
            )
          : lines,
      ),
    ]
  }
  if (last_exit === null || now - Date.parse(last_exit.time) > latelyMs) return []
  return [
    warning(
      localized(
        `${role} ended ${formatLongDuration(now - Date.parse(last_exit.time))} ago with ${how} and was restarted; restarts in total: ${restarts}.`,
        `${role}: zakończona ${formatLongDuration(now - Date.parse(last_exit.time))} temu z ${how} i uruchomiona ponownie; razem: ${restarts}.`,
      ),
      lines,
    ),
  ]
}
