import { inspectStreams, streamLimits } from '@wachta/bus'
import { bytes } from '../figures.ts'
import { type Finding, type HealthCheck, ok, problem, warning, words } from '../health-check.ts'

const full = 0.8

export const streams: HealthCheck = {
  name: 'streams',
  title: words('Streams', 'Strumienie'),
  needs: ['broker'],
  async look(around) {
    const limits = streamLimits(Number(around.variable('NATS_STORE_BYTES')))
    const conditions = await inspectStreams(await around.bus(), limits)
    const found = conditions.flatMap(({ name, isMissing, differing, bytes: used, limit }): Finding[] => {
      if (isMissing)
        return [
          problem(
            words(`The stream ${name} is not there.`, `Nie ma strumienia ${name}.`),
            words('Start the planner: it makes what is missing.', 'Uruchom planner: utworzy, czego brakuje.'),
          ),
        ]
      if (differing.length > 0)
        return [
          problem(
            words(
              `The stream ${name} is not set as it should be: ${differing.join(', ')}.`,
              `Strumień ${name} ma inne ustawienia: ${differing.join(', ')}.`,
            ),
            words(
              'Start the planner with the same NATS_STORE_BYTES as here: it puts them right.',
              'Uruchom planner z tym samym NATS_STORE_BYTES co tutaj: poprawi je.',
            ),
          ),
        ]
      // What is old goes by itself; a stream that fills up before that refuses new results.
      if (limit !== undefined && limit > 0 && used > limit * full)
        return [
          warning(
            words(
              `The stream ${name} holds ${bytes(used)} of ${bytes(limit)}: full, it refuses results, and sensors keep them.`,
              `Strumień ${name} ma ${bytes(used)} z ${bytes(limit)}: pełny odrzuca wyniki, a sensory je przechowują.`,
            ),
            words('Raise NATS_STORE_BYTES for all roles.', 'Zwiększ NATS_STORE_BYTES dla wszystkich ról.'),
          ),
        ]
      return []
    })
    if (found.length > 0) return found
    return ok(
      `All ${conditions.length} are as they should be.`,
      `Wszystkie (${conditions.length}) są takie, jak trzeba.`,
    )
  },
}
