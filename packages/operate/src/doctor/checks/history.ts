import { dayMs } from '@wachta/domain'
import { HistoryUnavailableError, openHistory, readFillProgress, settledAfterMs } from '@wachta/history'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** How long a day may stay uncopied after the reporter could have copied it. */
const maxLagMs = 2 * dayMs

export const historyCheck: HealthCheck = {
  name: 'history',
  title: localized('History', 'Historia'),
  needs: ['schema'],
  async run(context) {
    const url = context.variable('HISTORY_URL')
    const progress = await readFillProgress(context.database())
    const copiedTo = progress ? new Date(progress.day).toISOString().slice(0, 10) : ''
    if (url === '')
      return progress === undefined
        ? ok(
            'Not configured: PostgreSQL keeps all analyses and checks.',
            'Nieskonfigurowana: wszystkie analizy i sprawdzenia przechowuje PostgreSQL.',
          )
        : warning(
            localized(
              `HISTORY_URL is not set, but days before ${copiedTo} were copied to ClickHouse.`,
              `Brak HISTORY_URL, a dni przed ${copiedTo} skopiowano do ClickHouse.`,
            ),
            localized(
              'Set it for the api and the reporter: days that PostgreSQL has dropped cannot be read without it.',
              'Ustaw ją dla api i reportera: bez niej nie da się odczytać dni usuniętych z PostgreSQL.',
            ),
          )
    const unreachable = await tryHistory(url)
    if (unreachable) return unreachable
    const lag = progress && context.now() - progress.day - dayMs - settledAfterMs
    if (lag !== undefined && lag > maxLagMs)
      return warning(
        localized(
          `Copying to ClickHouse has fallen behind: only days before ${copiedTo} are copied.`,
          `Kopiowanie do ClickHouse ma zaległości: skopiowano tylko dni przed ${copiedTo}.`,
        ),
        localized(
          'Find the cause in the log of the reporter, at "could not copy analyses to ClickHouse". Until it is fixed, PostgreSQL deletes no analyses and keeps growing.',
          'Znajdź przyczynę w dzienniku reportera, przy „could not copy analyses to ClickHouse”. Do jej usunięcia PostgreSQL nie usuwa analiz i wciąż rośnie.',
        ),
      )
    return progress === undefined
      ? ok(
          'ClickHouse answers. Nothing has been copied to it yet.',
          'ClickHouse odpowiada. Nic jeszcze nie skopiowano.',
        )
      : ok(
          `ClickHouse answers and has all days before ${copiedTo}.`,
          `ClickHouse odpowiada i ma wszystkie dni przed ${copiedTo}.`,
        )
  },
}

async function tryHistory(url: string): Promise<Finding | undefined> {
  await using history = await openHistory(url)
  try {
    await history.ping()
    return undefined
  } catch (error) {
    const cause = error instanceof HistoryUnavailableError ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return problem(
      localized(
        `ClickHouse at HISTORY_URL does not answer: ${reason}. Charts and reports of older days fail until it does.`,
        `ClickHouse pod HISTORY_URL nie odpowiada: ${reason}. Starsze wykresy i raporty są niedostępne.`,
      ),
      localized('Start it, or correct HISTORY_URL.', 'Uruchom go albo popraw HISTORY_URL.'),
    )
  }
}
