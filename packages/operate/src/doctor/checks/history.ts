import { dayMs } from '@wachta/domain'
import { HistoryUnavailableError, openHistory, readFillProgress, settledAfterMs } from '@wachta/history'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** How much later than it could be a day may be copied. */
const lateAfterMs = 2 * dayMs

export const historyCheck: HealthCheck = {
  name: 'history',
  title: localized('History', 'Historia'),
  needs: ['schema'],
  async look(around) {
    const url = around.variable('HISTORY_URL')
    const progress = await readFillProgress(around.database())
    const copiedTo = progress ? new Date(progress.day).toISOString().slice(0, 10) : ''
    if (url === '')
      return progress === undefined
        ? ok('Not configured: PostgreSQL keeps all there is.', 'Nieskonfigurowana: wszystko przechowuje PostgreSQL.')
        : warning(
            localized(
              `HISTORY_URL is not set, but days before ${copiedTo} were copied to a history.`,
              `Brak HISTORY_URL, a dni przed ${copiedTo} skopiowano do historii.`,
            ),
            localized(
              'Set it for the api and the reporter: days that PostgreSQL has dropped cannot be read without it.',
              'Ustaw ją dla api i reportera: bez niej nie da się odczytać dni usuniętych z PostgreSQL.',
            ),
          )
    const unreachable = await tryHistory(url)
    if (unreachable) return unreachable
    const lag = progress && around.now() - progress.day - dayMs - settledAfterMs
    if (lag !== undefined && lag > lateAfterMs)
      return warning(
        localized(
          `The last day that is copied is the one before ${copiedTo}.`,
          `Ostatni skopiowany dzień jest przed ${copiedTo}.`,
        ),
        localized(
          'Look at the log of the reporter for "the history was not filled". Until then PostgreSQL drops no analyses.',
          'Poszukaj w dzienniku reportera „the history was not filled”. Do tego czasu PostgreSQL nie usuwa analiz.',
        ),
      )
    return progress === undefined
      ? ok('It answers; nothing is copied yet.', 'Odpowiada; nic jeszcze nie skopiowano.')
      : ok(`It answers, with all days before ${copiedTo}.`, `Odpowiada i ma wszystkie dni przed ${copiedTo}.`)
  },
}

async function tryHistory(url: string): Promise<Finding | undefined> {
  await using history = await openHistory(url)
  try {
    await history.ping()
    return undefined
  } catch (error) {
    const cause = error instanceof HistoryUnavailableError ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    return problem(
      localized(
        `ClickHouse at HISTORY_URL does not answer: ${why}. Old charts and reports fail meanwhile.`,
        `ClickHouse pod HISTORY_URL nie odpowiada: ${why}. Starsze wykresy i raporty są niedostępne.`,
      ),
      localized('Start it, or correct HISTORY_URL.', 'Uruchom go albo popraw HISTORY_URL.'),
    )
  }
}
