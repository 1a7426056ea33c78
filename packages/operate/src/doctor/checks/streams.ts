import { computeStreamLimits, inspectStreams, type StreamCondition } from '@wachta/bus'
import { formatBytes, formatLongDuration } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const fullShare = 0.8
/**
 * The minimum time that results must stay in the broker, so that an analyst can be down that long without sensors
 * having to send them again.
 */
const minRetentionMs = 1_800_000

export const streamsCheck: HealthCheck = {
  name: 'streams',
  title: localized('Streams', 'Strumienie'),
  needs: ['broker'],
  async run(context) {
    const limits = computeStreamLimits(
      Number(context.variable('NATS_STORE_BYTES')),
      Number(context.variable('NATS_REPLICAS')) || undefined,
    )
    const conditions = await inspectStreams(await context.bus(), limits)
    const found = conditions.flatMap(({ name, isMissing, differing, bytes: used, limit, oldest }): Finding[] => {
      if (isMissing)
        return [
          problem(
            localized(`The stream ${name} does not exist.`, `Nie ma strumienia ${name}.`),
            localized(
              'Start the planner: it creates missing streams.',
              'Uruchom planner: tworzy brakujące strumienie.',
            ),
          ),
        ]
      if (differing.length > 0)
        return [
          problem(
            localized(
              `The stream ${name} has wrong settings: ${differing.join(', ')}.`,
              `Strumień ${name} ma nieprawidłowe ustawienia: ${differing.join(', ')}.`,
            ),
            localized(
              'Start the planner with the same NATS_STORE_BYTES and NATS_REPLICAS as here: it corrects them.',
              'Uruchom planner z tymi samymi NATS_STORE_BYTES i NATS_REPLICAS co tutaj: poprawi je.',
            ),
          ),
        ]
      // A full stream is normal: it drops its oldest messages. But they must stay long enough for the analyst to read
      // them.
      if (limit !== undefined && used > limit * fullShare && context.now() - (oldest ?? 0) < minRetentionMs)
        return [
          warning(
            localized(
              `The stream ${name} is nearly full (${formatBytes(used)}) and holds only the last ${formatLongDuration(context.now() - (oldest ?? 0))}.`,
              `Strumień ${name} jest prawie pełny (${formatBytes(used)}) i mieści tylko ostatnie ${formatLongDuration(context.now() - (oldest ?? 0))}.`,
            ),
            localized(
              'Raise NATS_STORE_BYTES for all roles, or look in the log of the analyst for the sensor that sends too much.',
              'Zwiększ NATS_STORE_BYTES dla wszystkich ról albo znajdź w dzienniku analysta sensor, który wysyła za dużo.',
            ),
          ),
        ]
      return []
    })
    if (found.length > 0) return found
    const [fullest] = conditions.toSorted((one, other) => computeUsedShare(other) - computeUsedShare(one))
    const fullestText = fullest && `${fullest.name}: ${formatBytes(fullest.bytes)} / ${formatBytes(fullest.limit ?? 0)}`
    return ok(
      `All ${conditions.length} streams have the right settings. The fullest is ${fullestText}.`,
      `Wszystkie strumienie (${conditions.length}) mają właściwe ustawienia. Najpełniejszy to ${fullestText}.`,
    )
  },
}

const computeUsedShare = ({ bytes: used, limit }: StreamCondition): number => (limit === undefined ? 0 : used / limit)
