import { CommandError, command, exitCodes } from '../frame/command.ts'
import { findService } from '../kinds/find.ts'
import { connect } from '../session/connection.ts'
import { correctedLevel, monthsOf } from '../times/level.ts'
import { timeOf, wireTime } from '../times/time.ts'

const statuses = { ok: 'ok', failure: 'failure', paused: 'paused', ignore: 'paused' } as const

export const correct = command({
  path: 'correct',
  summary: { en: 'correct what was recorded of a service', pl: 'popraw zapis o usłudze' },
  details: {
    en: 'Impose a status on a stretch of time. The service level of the month before and after is shown and asked about first; the record of what was seen stays as it is.',
    pl: 'Narzuć status na wskazany czas. Najpierw program pokazuje poziom usług w miesiącu przed zmianą i po niej i pyta; zapis tego, co widziano, pozostaje.',
  },
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {
    from: { kind: 'text', required: true, value: 'time', summary: { en: 'start of the stretch', pl: 'początek' } },
    to: { kind: 'text', required: true, value: 'time', summary: { en: 'end of the stretch', pl: 'koniec' } },
    reason: {
      kind: 'text',
      required: true,
      summary: { en: 'why; others will read it', pl: 'dlaczego; inni to przeczytają' },
    },
    as: {
      kind: 'choice',
      choices: ['ok', 'failure', 'paused', 'ignore'],
      default: 'ok',
      summary: {
        en: 'the status to impose; ignore, like paused, takes the time out of the figures',
        pl: 'narzucany status; ignore, tak jak paused, wyłącza ten czas z obliczeń',
      },
    },
    yes: { kind: 'flag', short: 'y', summary: { en: 'do not ask', pl: 'nie pytaj' } },
  },
  async run(invocation) {
    const { operands, options, out, input } = invocation
    const now = new Date()
    const [from, to] = [timeOf(options.from, now), timeOf(options.to, now)]
    if (from >= to) throw backwards()
    const client = await connect(invocation)
    const { id: service_id } = await findService(client, operands[0] ?? '')
    const status = statuses[options.as]
    const level = (of: { from: Date; to: Date }) =>
      client.call('read_service_level', {
        path: { _id: service_id },
        query: { from: wireTime(of.from), to: wireTime(of.to) },
      })
    const before = await level(monthsOf(from, to))
    const after = correctedLevel(before, await level({ from, to }), status)
    out.say({
      en: `Service level from ${before.from} to ${before.to}: ${percent(before.service_level)} → ${percent(after.service_level)}`,
      pl: `Poziom usług od ${before.from} do ${before.to}: ${percent(before.service_level)} → ${percent(after.service_level)}`,
    })
    if (!options.yes && !(await input.confirm({ en: 'Correct the record? [y/N]', pl: 'Poprawić zapis? [t/N]' })))
      throw new CommandError({ en: 'Nothing was done.', pl: 'Nic nie zrobiono.' })
    const body = {
      service_id,
      status,
      start_time: wireTime(from),
      end_time: wireTime(to),
      description: options.reason,
    }
    const { id } = await client.call('create_correction', { body }, { idempotencyKey: crypto.randomUUID() })
    out.result({ id, before: before.service_level, after: after.service_level }, () =>
      out.say({ en: `Correction ${id} is in force.`, pl: `Korekta ${id} obowiązuje.` }),
    )
  },
})

const percent = (level: number | null): string => (level === null ? '–' : `${level.toFixed(4)} %`)

const backwards = (): CommandError =>
  new CommandError(
    { en: '--from must be before --to.', pl: '--from musi być wcześniej niż --to.' },
    { exitCode: exitCodes.usage },
  )
