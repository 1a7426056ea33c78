import type { LocalizedText } from '@wachta/cli'
import { findPipelineProblems, type PipelineProblem } from '@wachta/domain'
import { readPipelineState } from '@wachta/planner'
import { type HealthCheck, localized, ok, problem } from '../health-check.ts'

/**
 * Texts for problems that the planner finds in the whole pipeline; problems that other checks describe in more detail
 * have none.
 */
const problemTexts: Partial<Record<PipelineProblem, readonly [message: LocalizedText, todo: LocalizedText]>> = {
  mostly_unknown: [
    localized(
      'Most services are unknown: their analyses are on time, but have no verdict.',
      'Stan większości usług jest nieznany: analizy powstają na czas, ale bez werdyktu.',
    ),
    localized(
      'Look at the reasons in the checks of one of them: no_answer means that results do not arrive (check sensors, broker and clocks); self_check and clock mean that the sensors have a problem.',
      'Sprawdź powody w sprawdzeniach jednej z nich: no_answer oznacza, że wyniki nie docierają (sprawdź sensory, broker i zegary); self_check i clock oznaczają problem samych sensorów.',
    ),
  ],
  evidence_lost: [
    localized(
      'Evidence was lost in the last 15 minutes: it could not be stored in time.',
      'W ostatnim kwadransie utracono dowody: nie udało się ich zapisać na czas.',
    ),
    localized(
      'Check the object store in OBJECTS_URL; the log of the analyst contains the error. The results of checks are complete.',
      'Sprawdź magazyn obiektów z OBJECTS_URL; błąd jest w dzienniku roli analyst. Wyniki sprawdzeń są kompletne.',
    ),
  ],
  jobs_failing: [
    localized('Notification jobs fail repeatedly.', 'Zadania powiadamiania wielokrotnie kończą się błędem.'),
    localized(
      'Find the cause with: select task_identifier, attempts, last_error from graphile_worker.jobs where attempts >= 5.',
      'Przyczyny: select task_identifier, attempts, last_error from graphile_worker.jobs where attempts >= 5.',
    ),
  ],
  jobs_exhausted: [
    localized(
      'Notification jobs were given up: some recipients were not notified.',
      'Porzucono zadania powiadamiania: niektórzy odbiorcy nie zostali powiadomieni.',
    ),
    localized(
      'Find the cause in last_error of graphile_worker.jobs where attempts >= max_attempts. Then retry the jobs with: select graphile_worker.reschedule_jobs(array[ids], run_at => now(), attempts => 0); or remove them with: select graphile_worker.complete_jobs(array[ids]).',
      'Przyczyny są w last_error tabeli graphile_worker.jobs, gdzie attempts >= max_attempts. Potem ponów zadania: select graphile_worker.reschedule_jobs(array[ids], run_at => now(), attempts => 0); albo usuń je: select graphile_worker.complete_jobs(array[ids]).',
    ),
  ],
}

export const flowCheck: HealthCheck = {
  name: 'flow',
  title: localized('Pipeline', 'Od sprawdzeń do powiadomień'),
  needs: ['schema', 'broker'],
  async run(context) {
    const state = await readPipelineState({ database: context.database(), bus: await context.bus() })
    const found = findPipelineProblems(state).flatMap((fault) => {
      const texts = problemTexts[fault]
      return texts === undefined ? [] : [problem(...texts)]
    })
    if (found.length > 0) return found
    return ok(
      'Checks have results, and notifications are sent.',
      'Sprawdzenia dają wyniki, a powiadomienia są wysyłane.',
    )
  },
}
