import type { Client, Report } from '@wachta/client'
import { CommandError, type Invocation } from '../frame/command.ts'
import { pause } from '../times/time.ts'
import { readReport } from './find-report.ts'
import { describeFailure } from './report-columns.ts'

const pollIntervalMs = 500

/** Waits until a report is ready. Throws if it has failed, or takes too long. */
export async function waitForReport(
  client: Client,
  { id, seconds }: { readonly id: number; readonly seconds: number },
  { out, stopping }: Pick<Invocation, 'out' | 'stopping'>,
): Promise<Report> {
  let shownStatus = ''
  for (const end = Date.now() + seconds * 1000; ; ) {
    const report = await readReport(client, id)
    if (report.status === 'completed') {
      out.endProgress()
      return report
    }
    if (report.status === 'failed') throw createFailedError(report)
    if (shownStatus !== report.status) out.progress(progressTexts[report.status](id))
    shownStatus = report.status
    if (Date.now() >= end) throw createTimeoutError(id, seconds)
    await pause(pollIntervalMs, stopping)
    stopping.throwIfAborted()
  }
}

const progressTexts = {
  pending: (id: number) => ({ en: `report ${id} is in the queue`, pl: `raport ${id} czeka w kolejce` }),
  in_progress: (id: number) => ({ en: `report ${id} is being created`, pl: `raport ${id} jest tworzony` }),
}

function createFailedError({ id, failure_reason }: Report): CommandError {
  const reason = describeFailure(failure_reason ?? '')
  return new CommandError({ en: `Report ${id} failed: ${reason.en}.`, pl: `Raport ${id} nie powstał: ${reason.pl}.` })
}

const createTimeoutError = (id: number, seconds: number): CommandError =>
  new CommandError({
    en: `Report ${id} is not ready after ${seconds} s. Wait longer with: wachta report wait ${id}`,
    pl: `Raportu ${id} nie ma po ${seconds} s. Poczekaj dłużej: wachta report wait ${id}`,
  })
