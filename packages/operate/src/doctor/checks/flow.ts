import type { LocalizedText } from '@wachta/cli'
import { findPipelineProblems, type PipelineProblem } from '@wachta/domain'
import { lookAtFlow } from '@wachta/planner'
import { type HealthCheck, localized, ok, problem } from '../health-check.ts'

/**
 * Texts for problems that the planner finds in the whole pipeline; problems that other checks describe in more detail
 * have none.
 */
const problemTexts: Partial<Record<PipelineProblem, readonly [message: LocalizedText, todo: LocalizedText]>> = {
  mostly_unknown: [
    localized(
      'Most services are unknown: their analyses come on time and know nothing.',
      'Stan większości usług jest nieznany: analizy powstają na czas, ale nic nie wiedzą.',
    ),
    localized(
      'Look at the reasons in the checks of one of them: no_answer is results that do not arrive (sensors, broker, clocks); self_check and clock are the sensors themselves.',
      'Sprawdź powody w sprawdzeniach jednej z nich: no_answer to wyniki, które nie docierają (sensory, broker, zegary); self_check i clock to same sensory.',
    ),
  ],
  evidence_lost: [
    localized(
      'Evidence was lost in the last quarter of an hour: it could not be stored in time.',
      'W ostatnim kwadransie utracono dowody: nie udało się ich zapisać na czas.',
    ),
    localized(
      'Check the object store of OBJECTS_URL: the analyst log names the error. The record of checks is complete.',
      'Sprawdź magazyn obiektów z OBJECTS_URL: błąd podaje dziennik analysta. Zapis sprawdzeń jest kompletny.',
    ),
  ],
  jobs_failing: [
    localized('Notification jobs fail again and again.', 'Zadania powiadamiania zawodzą raz po raz.'),
    localized(
      'See why: select task_identifier, attempts, last_error from graphile_worker.jobs where attempts >= 5.',
      'Przyczyny: select task_identifier, attempts, last_error from graphile_worker.jobs where attempts >= 5.',
    ),
  ],
  jobs_exhausted: [
    localized(
      'Notification jobs were given up: some recipients were not notified.',
      'Porzucono zadania powiadamiania: niektórzy odbiorcy nie zostali powiadomieni.',
    ),
    localized(
      'See why in last_error of graphile_worker.jobs where attempts >= max_attempts. Then select graphile_worker.reschedule_jobs(array[ids], run_at => now(), attempts => 0) tries them again, graphile_worker.complete_jobs(array[ids]) removes them.',
      'Przyczyny są w last_error tabeli graphile_worker.jobs, gdzie attempts >= max_attempts. Potem select graphile_worker.reschedule_jobs(array[ids], run_at => now(), attempts => 0) ponawia je, a graphile_worker.complete_jobs(array[ids]) usuwa.',
    ),
  ],
}

export const flowCheck: HealthCheck = {
  name: 'flow',
  title: localized('Flow', 'Przepływ'),
  needs: ['schema', 'broker'],
  async look(around) {
    const state = await lookAtFlow({ database: around.database(), bus: await around.bus() })
    const found = findPipelineProblems(state).flatMap((fault) => {
      const said = problemTexts[fault]
      return said === undefined ? [] : [problem(...said)]
    })
    if (found.length > 0) return found
    return ok(
      'Checks know something, and notifications get on.',
      'Sprawdzenia dają wyniki, a powiadomienia są wysyłane.',
    )
  },
}
