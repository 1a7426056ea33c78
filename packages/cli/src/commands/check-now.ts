import { type Analysis, ApiError, type Client } from '@wachta/client'
import type { Tone } from '../frame/color.ts'
import { CommandError, command, exitCodes } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { findService } from '../kinds/find.ts'
import { createNameLookup } from '../kinds/names.ts'
import { checkResults } from '../kinds/state-labels.ts'
import { connectCli } from '../session/connection.ts'
import { pause } from '../times/time.ts'

export const checkNowCommand = command({
  path: 'check now',
  summary: { en: 'check a service now and show the results', pl: 'sprawdź usługę teraz i pokaż wyniki' },
  details: {
    en: 'Run all checks of a service now, wait for the analysis and show the result of each sensor. The exit code is 3 if the service is down.',
    pl: 'Sprawdź usługę ze wszystkich sensorów, poczekaj na analizę i pokaż wynik każdego sensora. Kod wyjścia 3 oznacza awarię usługi.',
  },
  printsRecords: true,
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {
    wait: {
      kind: 'number',
      default: 120,
      value: 'seconds',
      summary: { en: 'how long to wait for it', pl: 'jak długo czekać' },
    },
  },
  async run(invocation) {
    const { operands, options, out, language, stopping } = invocation
    const client = await connectCli(invocation)
    const service = await findService(client, operands[0] ?? '')
    const { analysis_id } = await client.call('force_analysis', { path: { _id: service.id } }, { signal: stopping })
    const path = { _id: service.id, _analysis_id: analysis_id }
    const waiting = { en: `waiting for the sensors (${analysis_id})`, pl: `czekam na sensory (${analysis_id})` }
    out.progress(waiting)
    const analysis = await waitForAnalysis(client, path, { seconds: options.wait, signal: stopping })
    const { items } = await client.list('list_analysis_checks', { path, query: { limit: 1000 } })
    const findName = await createNameLookup(client, 'list_sensors')(items.map(({ sensor_id }) => sensor_id))
    const show = () => {
      out.table(items, [
        { title: { en: 'Sensor', pl: 'Sensor' }, value: ({ sensor_id }) => findName(sensor_id) },
        {
          title: { en: 'Result', pl: 'Wynik' },
          value: ({ result }) => checkResults[result]?.[language],
          tone: ({ result }) => checkResults[result]?.tone,
          isNeverCut: true,
        },
        {
          title: { en: 'Response time', pl: 'Czas odpowiedzi' },
          value: ({ response_time: time }) => (time === null ? null : `${time} ms`),
          isNeverCut: true,
          isNumber: true,
        },
        { title: { en: 'Message', pl: 'Komunikat' }, value: ({ error_message }) => error_message },
      ])
      const { tone, ...verdict } = chooseVerdict(analysis)
      out.print(verdict, tone)
    }
    // As CSV, one line per sensor.
    out.result({ ...analysis, checks: items }, show, items)
    return analysis.failure ? exitCodes.found : exitCodes.ok
  },
})

function chooseVerdict({
  failure,
  ok_checks_count: ok,
  error_checks_count: error,
  unknown_checks_count: unknown,
}: Analysis): LocalizedText & { readonly tone: Tone } {
  if (ok + error === 0)
    return {
      en: 'Unknown: no sensor had a result.',
      pl: 'Stan nieznany: żaden sensor nie podał wyniku.',
      tone: 'warning',
    }
  const counts = {
    en: `${ok} OK, ${error} error, ${unknown} unknown.`,
    pl: `OK ${ok}, błąd ${error}, brak wyniku ${unknown}.`,
  }
  // Without the results of half of the sensors there is no verdict.
  if (ok + error < unknown)
    return {
      en: `Unknown, too few results: ${counts.en}`,
      pl: `Stan nieznany, za mało wyników: ${counts.pl}`,
      tone: 'warning',
    }
  return failure
    ? { en: `Down: ${counts.en}`, pl: `Awaria: ${counts.pl}`, tone: 'bad' }
    : { en: `Up: ${counts.en}`, pl: `Działa: ${counts.pl}`, tone: 'good' }
}

/** Waits for the analysis and returns it. */
async function waitForAnalysis(
  client: Client,
  path: { _id: number; _analysis_id: string },
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<Analysis> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    try {
      return await client.call('read_analysis', { path }, { signal })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
    if (Date.now() >= end) throw createNoResultError(seconds, path._analysis_id)
    await pause(500, signal)
  }
}

const createNoResultError = (seconds: number, id: string): CommandError =>
  new CommandError({
    en: `No result after ${seconds} s. Wait longer with --wait, or look up analysis ${id} later.`,
    pl: `Brak wyniku po ${seconds} s. Poczekaj dłużej z --wait albo sprawdź później analizę ${id}.`,
  })
