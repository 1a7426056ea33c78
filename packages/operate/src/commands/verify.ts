import { CommandError, type ExitCode, exitCodes, type Invocation, verifyFiles, verifyFilesOptions } from '@wachta/cli'
import type { Database } from '@wachta/database'
import { type ChainHead, parseHead, writeHead } from '@wachta/evidence/head'
import { printVerification } from '../backup-and-verify/print-verification.ts'
import { createProgressReporter } from '../backup-and-verify/progress-reporter.ts'
import { readDatabaseUrl } from '../environment.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'

export const verifyCommand = defineInstallationCommand({
  path: 'verify',
  summary: {
    en: 'verify that stored data, or files of a report, were not changed',
    pl: 'zweryfikuj, czy zapisanych danych lub plików raportu nie zmieniono',
  },
  details: {
    en: 'Compare analyses, checks, corrections and the audit log with the seals made when they were recorded, and list the first hundred records that differ. The exit code is 3 if there are any. Read-only; the installation may keep running. With files, verify only those, without a database, as customers can. See docs/evidence.md.',
    pl: 'Porównaj analizy, sprawdzenia, korekty i dziennik z pieczęciami z czasu ich zapisu i wypisz pierwsze sto rekordów, które się różnią. Kod wyjścia 3, jeśli takie są. Polecenie tylko czyta i może działać podczas pracy instalacji. Z podanymi plikami sprawdza tylko je, bez bazy danych, tak jak mogą to zrobić klienci. Zobacz docs/evidence.md.',
  },
  operands: [
    {
      name: 'file',
      need: 'any',
      summary: {
        en: 'the PDF file of a report, and any of its other files',
        pl: 'plik PDF raportu i dowolne z jego pozostałych plików',
      },
    },
  ],
  options: {
    from: {
      kind: 'text',
      value: 'TIME',
      summary: { en: 'only checks from this time on', pl: 'tylko sprawdzenia od tej chwili' },
    },
    to: {
      kind: 'text',
      value: 'TIME',
      summary: { en: 'only checks before this time', pl: 'tylko sprawdzenia przed tą chwilą' },
    },
    account: {
      kind: 'number',
      value: 'ID',
      summary: { en: 'only the services of one account', pl: 'tylko usługi jednego konta' },
    },
    head: {
      kind: 'flag',
      summary: {
        en: 'only print the newest link of the chain, to keep it elsewhere',
        pl: 'wypisz tylko najnowsze ogniwo łańcucha, do zanotowania w innym miejscu',
      },
    },
    since: {
      kind: 'text',
      value: 'LINK:HASH',
      summary: {
        en: 'a head noted earlier, which must still be part of the chain',
        pl: 'wcześniej zanotowane ogniwo, które musi nadal należeć do łańcucha',
      },
    },
    ...verifyFilesOptions,
  },
  run: (invocation) => (invocation.operands.length > 0 ? verifyFiles(invocation) : runVerification(invocation)),
})

interface VerifyInvocation extends Pick<Invocation, 'out' | 'stopping' | 'environment'> {
  readonly options: {
    readonly from: string | undefined
    readonly to: string | undefined
    readonly account: number | undefined
    readonly head: boolean
    readonly since: string | undefined
  }
}

async function runVerification({ options, out, stopping, environment }: VerifyInvocation): Promise<ExitCode> {
  const { openDatabase } = await import('@wachta/database')
  const { loadHead, isAccount, verifyRecord } = await import('@wachta/evidence')
  await using database = openDatabase(readDatabaseUrl(environment), {
    role: null,
    connections: 2,
    statementTimeoutMs: 0,
  })
  if (options.head) {
    const head = await loadHead(database)
    if (!head)
      throw new CommandError({
        en: 'Nothing is sealed yet. The reporter makes the first seal within 20 minutes of the first analysis.',
        pl: 'Nic jeszcze nie zapieczętowano. Reporter tworzy pierwszą pieczęć w ciągu 20 minut od pierwszej analizy.',
      })
    out.result(head, () => out.line(writeHead(head)))
    return exitCodes.ok
  }
  const range = readRange(options)
  const account = validateAccount(options.account)
  if (account !== undefined && !(await isAccount(database, account))) throw createNoAccountError(account)
  await using stack = new AsyncDisposableStack()
  const archive = await openHistoryArchive(database, environment, stack)
  const reportProgress = createProgressReporter(out)
  const verified = await verifyRecord(database, {
    ...range,
    account,
    since: readSince(options.since),
    stampRoots: await loadStampRoots(environment['TIME_STAMP_ROOTS']),
    archive,
    signal: stopping,
    onProgress: ({ stage, count, at }) => reportProgress(stage, count, at),
  })
  out.result(verified, () => printVerification(out, verified))
  return verified.faultCount === 0 ? exitCodes.ok : exitCodes.found
}

/** The history that the reporter fills, if there is one. */
async function openHistoryArchive(db: Database, environment: NodeJS.ProcessEnv, stack: AsyncDisposableStack) {
  const url = environment['HISTORY_URL']
  if (!url) return undefined
  const { openArchive, openHistory } = await import('@wachta/history')
  const { Config } = await import('@wachta/reporter')
  const history = stack.use(await openHistory(url))
  const { listVariables } = await import('@wachta/runtime')
  const retention = listVariables(Config).find(({ name }) => name === 'RETENTION_HISTORY_DAYS')
  const retentionDays = Number(environment['RETENTION_HISTORY_DAYS'] || retention?.default)
  return openArchive({ db, history }, { now: new Date(), retentionDays })
}

/** Without roots, the authorities that stamped the chain are not verified. */
async function loadStampRoots(path: string | undefined): Promise<string[] | undefined> {
  if (!path) return undefined
  const { readFile } = await import('node:fs/promises')
  const { readCertificateBundle } = await import('@wachta/signature')
  return readCertificateBundle(await readFile(path, 'utf8'))
}

interface TimeRange {
  readonly from: Date | undefined
  readonly to: Date | undefined
}

function readRange(options: { readonly from: string | undefined; readonly to: string | undefined }): TimeRange {
  const [from, to] = [parseTime('from', options.from), parseTime('to', options.to)]
  if (!from || !to || from < to) return { from, to }
  throw new CommandError(
    {
      en: `--from must be earlier than --to: there is no time between ${options.from} and ${options.to}.`,
      pl: `--from musi być wcześniej niż --to: między ${options.from} a ${options.to} nic nie ma.`,
    },
    { exitCode: exitCodes.usage },
  )
}

function validateAccount(id: number | undefined): number | undefined {
  if (id === undefined || (Number.isSafeInteger(id) && id > 0)) return id
  throw new CommandError(
    {
      en: `--account must be the id of an account, not ${id}.`,
      pl: `--account musi być identyfikatorem konta, a nie ${id}.`,
    },
    { exitCode: exitCodes.usage },
  )
}

const createNoAccountError = (id: number): CommandError =>
  new CommandError(
    {
      en: `There is no account ${id}, and none with this id has ever had a monitored service. Nothing was verified.`,
      pl: `Nie ma konta ${id} i nigdy niczego dla niego nie monitorowano. Niczego nie zweryfikowano.`,
    },
    { exitCode: exitCodes.usage },
  )

function parseTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new CommandError(
    {
      en: `--${name} must be a time such as 2026-03-29 or 2026-03-29T10:00:00Z, not "${text}".`,
      pl: `--${name} to czas, np. 2026-03-29 lub 2026-03-29T10:00:00Z, a nie „${text}”.`,
    },
    { exitCode: exitCodes.usage },
  )
}

function readSince(text: string | undefined): ChainHead | undefined {
  const head = text === undefined ? undefined : parseHead(text)
  if (text === undefined || head) return head
  throw new CommandError(
    {
      en: '--since must be LINK:HASH as verify --head prints it: a number, a colon, 64 hexadecimal digits.',
      pl: '--since ma postać LINK:HASH, jaką wypisuje verify --head: liczba, dwukropek, 64 cyfry szesnastkowe.',
    },
    { exitCode: exitCodes.usage },
  )
}
