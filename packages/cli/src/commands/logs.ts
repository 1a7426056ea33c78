import { CommandError, command, exitCodes } from '../frame/command.ts'
import { findOne, findService } from '../kinds/find.ts'
import { getEntryColumns } from '../logs/entry-columns.ts'
import { type LogEntry, logs } from '../logs/logs.ts'
import { connectCli } from '../session/connection.ts'
import { isPermanent } from '../session/explain.ts'
import { parseTime, pause } from '../times/time.ts'

const kinds = ['status', 'notifications', 'alerts', 'events', 'audit'] as const
const pollIntervalSeconds = 5
/**
 * Each poll reads from this long before the end of the previous poll, so that it does not miss entries written late.
 */
const overlapMs = 60_000

export const logsCommand = command({
  path: 'logs',
  summary: {
    en: 'show status, notification, alert and audit logs',
    pl: 'pokaż dzienniki stanów, powiadomień i alertów oraz dziennik zmian',
  },
  operands: [
    {
      name: 'service',
      need: 'optional',
      summary: {
        en: 'only this service, by id or name',
        pl: 'tylko dla tej usługi, według identyfikatora lub nazwy',
      },
    },
  ],
  options: {
    kind: {
      kind: 'choice',
      choices: kinds,
      default: 'status',
      summary: {
        en: 'which log; events means the same as alerts',
        pl: 'który dziennik; events to to samo co alerts',
      },
    },
    from: {
      kind: 'text',
      default: '24h',
      value: 'time',
      summary: { en: 'start time; 24h means 24 hours ago', pl: 'początek; 24h oznacza 24 godziny temu' },
    },
    to: {
      kind: 'text',
      value: 'time',
      summary: { en: 'end time; default: now', pl: 'koniec; domyślnie teraz' },
    },
    account: {
      kind: 'text',
      summary: {
        en: 'account id or username; default: your own',
        pl: 'konto (identyfikator lub nazwa użytkownika); domyślnie własne',
      },
    },
    follow: {
      kind: 'flag',
      short: 'f',
      summary: { en: 'keep showing new entries until Ctrl-C', pl: 'pokazuj nowe wpisy, aż do Ctrl-C' },
    },
  },
  printsRecords: true,
  outputOnly: true,
  async run(invocation) {
    const { options, operands, out, language, stopping } = invocation
    if (options.follow && options.to !== undefined) throw createFollowConflictError()
    const client = await connectCli(invocation)
    const service = operands[0] === undefined ? null : (await findService(client, operands[0])).id
    const account =
      options.account === undefined ? 'my_account' : Number((await findOne(client, 'accounts', options.account)).id)
    const readLog = logs[options.kind](client, language)
    const started = new Date()
    const from = parseTime(options.from, started)
    const found = await readLog({
      account,
      service,
      from,
      to: options.to === undefined ? null : parseTime(options.to, started),
    })
    if (!options.follow) {
      const columns = getEntryColumns({ kind: options.kind, language, now: started })
      const records = found.map(({ record }) => record)
      out.result(records, () => {
        if (found.length > 0) out.table(found, columns)
        else out.print({ en: 'No entries in this time range.', pl: 'Brak wpisów w tym przedziale.' })
      })
      return
    }
    const seen = new Set<string>()
    const print = out.stream(getEntryColumns({ kind: options.kind, language }), ({ record }) => record)
    const printEntries = (entries: readonly LogEntry[]) => {
      for (const entry of entries) {
        if (!seen.has(entry.key)) print(entry)
        seen.add(entry.key)
      }
    }
    printEntries(found)
    for (let last = started; !stopping.aborted; ) {
      await pause(pollIntervalSeconds * 1000, stopping)
      if (stopping.aborted) break
      const now = new Date()
      try {
        const since = new Date(Math.max(last.getTime() - overlapMs, from.getTime()))
        printEntries(await readLog({ account, service, from: since, to: null }))
        last = now
      } catch (error) {
        if (stopping.aborted) break
        if (isPermanent(error)) throw error
        const { message } = error as Error
        out.progress({ en: message, pl: message })
      }
    }
  },
})

const createFollowConflictError = (): CommandError =>
  new CommandError(
    {
      en: '--follow shows entries until Ctrl-C. Give either --follow or --to.',
      pl: '--follow pokazuje wpisy aż do Ctrl-C. Podaj --follow albo --to.',
    },
    { exitCode: exitCodes.usage },
  )
