import { CommandError, command, exitCodes } from '../frame/command.ts'
import { findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'
import { computeCorrectedLevel, widenToMonths } from '../times/level.ts'
import { parseTime, toApiTime } from '../times/time.ts'

const statuses = { ok: 'ok', failure: 'failure', paused: 'paused', ignore: 'paused' } as const

export const correctCommand = command({
  path: 'correct',
  summary: { en: 'correct the status history of a service', pl: 'skoryguj historię stanów usługi' },
  details: {
    en: 'Correct the recorded status of a service in a time range. Shows the availability of the month without and with the correction, and asks for confirmation. The measured results are kept.',
    pl: 'Skoryguj zapisany stan usługi w podanym przedziale czasu. Program pokazuje dostępność w miesiącu bez korekty i z korektą i prosi o potwierdzenie. Zmierzone wyniki pozostają.',
  },
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {
    from: {
      kind: 'text',
      required: true,
      value: 'time',
      summary: { en: 'start of the time range', pl: 'początek przedziału' },
    },
    to: {
      kind: 'text',
      required: true,
      value: 'time',
      summary: { en: 'end of the time range', pl: 'koniec przedziału' },
    },
    reason: {
      kind: 'text',
      required: true,
      summary: { en: 'reason, visible to others', pl: 'powód, widoczny dla innych' },
    },
    as: {
      kind: 'choice',
      choices: ['ok', 'failure', 'paused', 'ignore'],
      default: 'ok',
      summary: {
        en: 'the new status; ignore and paused exclude the time from the availability',
        pl: 'nowy stan; ignore i paused wyłączają ten czas z obliczeń dostępności',
      },
    },
    yes: { kind: 'flag', short: 'y', summary: { en: 'skip the confirmation', pl: 'nie pytaj o potwierdzenie' } },
  },
  async run(invocation) {
    const { operands, options, out, input } = invocation
    const now = new Date()
    const [from, to] = [parseTime(options.from, now), parseTime(options.to, now)]
    if (from >= to) throw createReversedRangeError()
    const client = await connectCli(invocation)
    const { id: service_id } = await findService(client, operands[0] ?? '')
    const status = statuses[options.as]
    const readLevel = (range: { from: Date; to: Date }) =>
      client.call('read_service_level', {
        path: { _id: service_id },
        query: { from: toApiTime(range.from), to: toApiTime(range.to) },
      })
    const before = await readLevel(widenToMonths(from, to))
    const after = computeCorrectedLevel(before, await readLevel({ from, to }), status)
    out.print({
      en: `Availability from ${before.from} to ${before.to}: ${formatPercent(before.service_level)} → ${formatPercent(after.service_level)}`,
      pl: `Dostępność od ${before.from} do ${before.to}: ${formatPercent(before.service_level)} → ${formatPercent(after.service_level)}`,
    })
    if (!options.yes && !(await input.confirm({ en: 'Save the correction? [y/N]', pl: 'Zapisać korektę? [t/N]' })))
      throw new CommandError({ en: 'Cancelled. Nothing was changed.', pl: 'Anulowano. Nic nie zmieniono.' })
    const body = {
      service_id,
      status,
      start_time: toApiTime(from),
      end_time: toApiTime(to),
      description: options.reason,
    }
    const { id } = await client.call('create_correction', { body }, { idempotencyKey: crypto.randomUUID() })
    out.result({ id, before: before.service_level, after: after.service_level }, () =>
      out.print({
        en: `Correction ${id} was saved and applies now.`,
        pl: `Zapisano korektę ${id}. Obowiązuje od razu.`,
      }),
    )
  },
})

const formatPercent = (level: number | null): string => (level === null ? '–' : `${level.toFixed(4)} %`)

const createReversedRangeError = (): CommandError =>
  new CommandError(
    { en: '--from must be before --to.', pl: '--from musi być wcześniej niż --to.' },
    { exitCode: exitCodes.usage },
  )
