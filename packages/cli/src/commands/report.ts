import type { Client, ReportCreateData, ReportGeneratedAttachment } from '@wachta/client'
import { type AnyCommand, CommandError, command, exitCodes } from '../frame/command.ts'
import type { Output } from '../frame/output.ts'
import { downloadFiles } from '../reports/download-files.ts'
import { findReport, findTemplate, readReport } from '../reports/find-report.ts'
import { getReportColumns, getTemplateColumns, readZones } from '../reports/report-columns.ts'
import { parsePeriod } from '../reports/report-period.ts'
import { showReport } from '../reports/show-report.ts'
import { waitForReport } from '../reports/wait-for-report.ts'
import { connectCli } from '../session/connection.ts'
import { parseTime, toApiTime } from '../times/time.ts'

const defaultLimit = 50
const defaultWaitSeconds = 1800

const reportOperand = {
  name: 'report',
  summary: {
    en: 'id of a report, or name of a template for its newest report',
    pl: 'identyfikator raportu lub nazwa szablonu (najnowszy raport)',
  },
} as const
const templateSummary = { en: 'report template, by id or name', pl: 'szablon raportu (identyfikator lub nazwa)' }
const limitOption = {
  kind: 'number',
  default: defaultLimit,
  summary: { en: 'maximum number of records, up to 1000', pl: 'największa liczba rekordów, do 1000' },
} as const

const listReports = command({
  path: 'report list',
  summary: { en: 'list reports', pl: 'wypisz raporty' },
  printsRecords: true,
  options: { template: { kind: 'text', summary: templateSummary }, limit: limitOption },
  async run(invocation) {
    const { options, out, language, stopping: signal } = invocation
    const client = await connectCli(invocation)
    const query = {
      ...(options.template !== undefined && {
        'filter.template_id': (await findTemplate(client, options.template)).id,
      }),
      sort: ['-id'],
      limit: options.limit,
    }
    const { items, total } = await client.list('list_reports', { query }, { signal })
    if (items.length === 0) out.print({ en: 'No reports.', pl: 'Brak raportów.' })
    const zones = out.format === 'text' ? await readZones(client, items) : new Map<string, string>()
    if (items.length > 0 || out.format !== 'text')
      out.table(items, getReportColumns({ language, now: new Date(), zones }))
    printShownCount(out, items.length, total)
  },
})

const listTemplates = command({
  path: 'report templates',
  summary: { en: 'list report templates', pl: 'wypisz szablony raportów' },
  printsRecords: true,
  options: { limit: limitOption },
  async run(invocation) {
    const { options, out, language, stopping: signal } = invocation
    const client = await connectCli(invocation)
    const query = { sort: ['name'], limit: options.limit }
    const { items, total } = await client.list('list_report_templates', { query }, { signal })
    if (items.length === 0) out.print({ en: 'No report templates.', pl: 'Brak szablonów raportów.' })
    if (items.length > 0 || out.format !== 'text') out.table(items, getTemplateColumns(language))
    printShownCount(out, items.length, total)
  },
})

const showCommand = command({
  path: 'report show',
  summary: { en: 'show a report, its files and recipients', pl: 'pokaż raport, jego pliki i odbiorców' },
  printsRecords: true,
  operands: [reportOperand],
  async run(invocation) {
    const client = await connectCli(invocation)
    const report = await findReport(client, invocation.operands[0] ?? '')
    const path = { _id: report.id }
    const files = await client.call('list_report_generated_attachments', { path })
    const deliveries = await client.call('list_report_deliveries', { path })
    showReport(invocation, { report, files, deliveries })
  },
})

const orderReport = command({
  path: 'report order',
  summary: { en: 'create a report from a template', pl: 'utwórz raport z szablonu' },
  details: {
    en: 'Create a report for the last full month, or for the given period, in the time zone of the template. Prints its id immediately; with --wait, once the report is ready.',
    pl: 'Utwórz raport za ostatni pełny miesiąc albo za podany okres, w strefie czasowej szablonu. Wypisuje identyfikator od razu; z --wait dopiero, gdy raport jest gotowy.',
  },
  operands: [{ name: 'template', summary: templateSummary }],
  options: {
    period: {
      kind: 'text',
      value: 'period',
      summary: {
        en: 'month, quarter or year: 2026-10, 2026-Q3, 2026',
        pl: 'miesiąc, kwartał lub rok: 2026-10, 2026-Q3, 2026',
      },
    },
    from: { kind: 'text', value: 'time', summary: { en: 'start of the period', pl: 'początek okresu' } },
    to: { kind: 'text', value: 'time', summary: { en: 'end of the period', pl: 'koniec okresu' } },
    wait: {
      kind: 'flag-or-number',
      value: 'seconds',
      summary: { en: 'wait until the report is ready', pl: 'poczekaj, aż raport będzie gotowy' },
    },
    test: {
      kind: 'flag',
      summary: {
        en: 'a test: sent to you only, not counted, deleted after a day',
        pl: 'próbny: tylko do Ciebie, poza limitem, usuwany po dobie',
      },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const template = await findTemplate(client, operands[0] ?? '')
    const body = {
      template_id: template.id,
      ...(await readPeriod(client, template.id, options)),
      is_test: options.test,
    }
    const { id } = await client.call('create_report', { body }, { idempotencyKey: crypto.randomUUID() })
    const seconds = options.wait === true ? defaultWaitSeconds : Number(options.wait)
    const waits = seconds > 0
    const report = waits ? await waitForReport(client, { id, seconds }, invocation) : await readReport(client, id)
    out.result(report, () =>
      out.print(
        waits
          ? { en: `Report ${id} is ready.`, pl: `Raport ${id} jest gotowy.` }
          : {
              en: `Report ${id} was requested. Wait for it with: wachta report wait ${id}`,
              pl: `Raport ${id} powstaje. Poczekaj na niego: wachta report wait ${id}`,
            },
      ),
    )
  },
})

const waitCommand = command({
  path: 'report wait',
  summary: { en: 'wait until a report is ready', pl: 'poczekaj, aż raport będzie gotowy' },
  operands: [reportOperand],
  options: {
    timeout: {
      kind: 'number',
      default: defaultWaitSeconds,
      value: 'seconds',
      summary: { en: 'how long to wait', pl: 'jak długo czekać' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const { id } = await findReport(client, operands[0] ?? '')
    const report = await waitForReport(client, { id, seconds: options.timeout }, invocation)
    out.result(report, () => out.print({ en: `Report ${id} is ready.`, pl: `Raport ${id} jest gotowy.` }))
  },
})

const download = command({
  path: 'report download',
  summary: { en: 'download the files of a report', pl: 'pobierz pliki raportu' },
  details: {
    en: 'Download files of a report to a folder: the PDF file, unless you select others. Each file is verified with its SHA-256 digest.',
    pl: 'Pobierz pliki raportu do katalogu, domyślnie PDF. Każdy jest sprawdzany skrótem SHA-256.',
  },
  printsRecords: true,
  operands: [reportOperand],
  options: {
    type: {
      kind: 'texts',
      value: 'type',
      summary: { en: 'pdf, json, csv or another type; repeatable', pl: 'pdf, json, csv lub inny typ; można powtarzać' },
    },
    all: { kind: 'flag', summary: { en: 'all files', pl: 'wszystkie pliki' } },
    to: {
      kind: 'text',
      value: 'folder',
      default: '.',
      summary: { en: 'folder to store the files in', pl: 'katalog docelowy' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const { id, status } = await findReport(client, operands[0] ?? '')
    if (status !== 'completed') throw createNotReadyError(id)
    const files = await client.call('list_report_generated_attachments', { path: { _id: id } })
    const stored = await downloadFiles(client, chooseFiles(files, options), options.to)
    out.result(stored, () => {
      for (const { path } of stored) out.line(path)
    })
  },
})

const revokeLinks = command({
  path: 'report revoke-links',
  summary: { en: 'make all links to a report invalid', pl: 'unieważnij wszystkie odnośniki do raportu' },
  operands: [reportOperand],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const { id, name } = await findReport(client, operands[0] ?? '')
    await client.call('revoke_report_links', { path: { _id: id } })
    out.result({ id }, () =>
      out.print({
        en: `Links to report ${id} (${name}) are no longer valid.`,
        pl: `Odnośniki do raportu ${id} (${name}) są nieważne.`,
      }),
    )
  },
})

const deleteCommand = command({
  path: 'report delete',
  summary: { en: 'delete a report and its files', pl: 'usuń raport i jego pliki' },
  operands: [{ name: 'report', summary: { en: 'id of a report', pl: 'identyfikator raportu' } }],
  options: {
    yes: { kind: 'flag', short: 'y', summary: { en: 'skip the confirmation', pl: 'nie pytaj o potwierdzenie' } },
  },
  async run(invocation) {
    const { operands, options, out, input } = invocation
    const id = Number(operands[0])
    if (!Number.isSafeInteger(id)) throw createInvalidIdError(operands[0] ?? '')
    const client = await connectCli(invocation)
    const { name } = await readReport(client, id)
    const question = { en: `Delete report ${id} (${name})? [y/N]`, pl: `Usunąć raport ${id} (${name})? [t/N]` }
    if (!options.yes && !(await input.confirm(question)))
      throw new CommandError({ en: 'Cancelled. Nothing was changed.', pl: 'Anulowano. Nic nie zmieniono.' })
    await client.call('delete_report', { path: { _id: id } })
    out.result({ id }, () =>
      out.print({ en: `Deleted: report ${id} (${name})`, pl: `Usunięto: raport ${id} (${name})` }),
    )
  },
})

export const reportCommands: readonly AnyCommand[] = [
  listReports,
  listTemplates,
  showCommand,
  orderReport,
  waitCommand,
  download,
  revokeLinks,
  deleteCommand,
]

function printShownCount(out: Output, shown: number, total: number): void {
  if (shown < total)
    out.print({
      en: `${shown} of ${total}. See more with --limit.`,
      pl: `${shown} z ${total}. Więcej: --limit.`,
    })
}

interface PeriodOptions {
  readonly period: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Returns the period of a requested report. An empty object means the last complete month, the default of the API. */
async function readPeriod(
  client: Client,
  template: number,
  { period, from, to }: PeriodOptions,
): Promise<Pick<ReportCreateData, 'start_time' | 'end_time'>> {
  if (period === undefined) {
    const now = new Date()
    return {
      ...(from !== undefined && { start_time: toApiTime(parseTime(from, now)) }),
      ...(to !== undefined && { end_time: toApiTime(parseTime(to, now)) }),
    }
  }
  if (from !== undefined || to !== undefined) throw createPeriodConflictError()
  const { time_zone_id } = await client.call('read_report_template', { path: { _id: template } })
  const { name: timeZone } = await client.call('read_time_zone', { path: { _id: time_zone_id } })
  const range = parsePeriod(period, timeZone)
  return { start_time: toApiTime(range.from), end_time: toApiTime(range.to) }
}

function chooseFiles(
  files: readonly ReportGeneratedAttachment[],
  { type, all }: { readonly type: readonly string[]; readonly all: boolean },
): ReportGeneratedAttachment[] {
  const stored = files.filter(({ reason }) => reason === null)
  if (all) return stored
  const wantedTypes = type.length > 0 ? type : ['pdf']
  return wantedTypes.map((each) => stored.find(({ type_id }) => type_id === each) ?? rejectMissingType(each, stored))
}

function rejectMissingType(type: string, files: readonly ReportGeneratedAttachment[]): never {
  const availableTypes = files.map(({ type_id }) => type_id).join(', ')
  throw new CommandError(
    {
      en: `The report has no ${type}. It has: ${availableTypes}.`,
      pl: `Raport nie ma pliku ${type}. Ma: ${availableTypes}.`,
    },
    { exitCode: exitCodes.usage },
  )
}

const createNotReadyError = (id: number): CommandError =>
  new CommandError({
    en: `Report ${id} is not ready yet. See: wachta report show ${id}`,
    pl: `Raport ${id} nie jest jeszcze gotowy. Zobacz: wachta report show ${id}`,
  })

const createInvalidIdError = (word: string): CommandError =>
  new CommandError(
    {
      en: `"${word}" is not the id of a report. See: wachta report list`,
      pl: `„${word}” nie jest identyfikatorem raportu. Zobacz: wachta report list`,
    },
    { exitCode: exitCodes.usage },
  )

const createPeriodConflictError = (): CommandError =>
  new CommandError(
    { en: 'Give either --period, or --from and --to.', pl: 'Podaj --period albo --from i --to.' },
    { exitCode: exitCodes.usage },
  )
