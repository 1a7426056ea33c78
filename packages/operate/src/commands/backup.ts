import { resolve } from 'node:path'
import { type ExitCode, exitCodes, type Invocation, type Output } from '@wachta/cli'
import type { Manifest } from '@wachta/evidence'
import { writeHead } from '@wachta/evidence/head'
import { validateJobs } from '../backup-and-verify/jobs.ts'
import { createProgressReporter } from '../backup-and-verify/progress-reporter.ts'
import { readRecordSettings } from '../backup-and-verify/record-settings.ts'
import { readDatabaseUrl } from '../environment.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'
import { version } from '../version.ts'

export const backupCommand = defineInstallationCommand({
  path: 'backup',
  summary: {
    en: 'back up the installation to a folder',
    pl: 'wykonaj kopię zapasową instalacji do katalogu',
  },
  details: {
    en: 'Copy the database and the objects of OBJECTS_URL into a new folder, in a consistent state, while the installation runs. Keys are never copied: SECRET_KEYS and the file of INSTALLATION_KEYS must be kept elsewhere. Exit code 3 if objects are missing. See docs/backup.md.',
    pl: 'Skopiuj bazę danych i obiekty z OBJECTS_URL do nowego katalogu, w spójnym stanie, podczas pracy instalacji. Klucze nie są kopiowane: SECRET_KEYS i plik INSTALLATION_KEYS trzeba przechowywać osobno. Kod wyjścia 3, jeśli brakuje obiektów. Zobacz docs/backup.md.',
  },
  options: {
    to: {
      kind: 'text',
      value: 'DIR',
      required: true,
      summary: { en: 'a folder that is new or empty', pl: 'katalog nowy lub pusty' },
    },
    jobs: {
      kind: 'number',
      value: 'N',
      default: 2,
      summary: { en: 'how many tables are copied at once', pl: 'ile tabel kopiować jednocześnie' },
    },
  },
  run: runBackup,
})

interface BackupInvocation extends Pick<Invocation, 'out' | 'stopping' | 'environment'> {
  readonly options: { readonly to: string; readonly jobs: number }
}

async function runBackup({ options, out, stopping, environment }: BackupInvocation): Promise<ExitCode> {
  const { createBackup } = await import('@wachta/evidence')
  const url = readDatabaseUrl(environment)
  const reportProgress = createProgressReporter(out)
  const folder = resolve(options.to)
  const { objects: objectsUrl, keys: secretKeys } = readRecordSettings(environment)
  const manifest = await createBackup({
    url,
    folder,
    version,
    ...{ objects: objectsUrl, keys: secretKeys },
    now: new Date(),
    jobs: validateJobs(options.jobs),
    signal: stopping,
    onProgress: ({ stage, done }) => reportProgress(stage, done),
  })
  const { head, keys, counts, objects: copied } = manifest
  out.result(manifest, () => {
    out.print({ en: `The backup is in ${folder}.`, pl: `Kopia jest w katalogu ${folder}.` })
    out.print({
      en: `Analyses: ${counts['analysis']}, audit entries: ${counts['audit']}, objects: ${copied.count} (${copied.gone} expired during the backup).`,
      pl: `Analizy: ${counts['analysis']}, wpisy dziennika: ${counts['audit']}, obiekty: ${copied.count} (wygasłe podczas tworzenia kopii: ${copied.gone}).`,
    })
    printMissing(out, copied, objectsUrl)
    if (head)
      out.print({
        en: `Head of the chain; keep a copy of it apart from the backup: ${writeHead(head)}`,
        pl: `Koniec łańcucha; zachowaj go osobno, poza kopią: ${writeHead(head)}`,
      })
    if (keys.length === 0)
      out.print({
        en: 'SECRET_KEYS is not set here, so the backup does not record which keys its secrets need. Set it and run the backup again.',
        pl: 'Nie ustawiono tu SECRET_KEYS, więc kopia nie zawiera informacji, jakich kluczy wymagają dane poufne. Ustaw je i wykonaj kopię ponownie.',
      })
    const ids = keys.map(({ id }) => id).join(', ') || '–'
    out.print({
      en: `NOT included, keep them elsewhere: SECRET_KEYS (ids: ${ids}) and the file of INSTALLATION_KEYS. Without them secrets cannot be read and sensors must enrol again.`,
      pl: `NIE zawiera kluczy, przechowuj je osobno: SECRET_KEYS (identyfikatory: ${ids}) i plik INSTALLATION_KEYS. Bez nich nie odczytasz danych poufnych, a sensory trzeba zarejestrować od nowa.`,
    })
  })
  return copied.missing === 0 ? exitCodes.ok : exitCodes.found
}

function printMissing(out: Output, { missing, named }: Manifest['objects'], objectsUrl: string): void {
  if (missing === 0) return
  for (const key of named) out.line(`  ✗ ${key}`)
  out.print({
    en: `INCOMPLETE: ${missing} objects are missing in ${omitCredentials(objectsUrl)}. Set OBJECTS_URL to the same value as for the processes, and run the backup again.`,
    pl: `NIEPEŁNA: liczba obiektów, których brakuje w ${omitCredentials(objectsUrl)}: ${missing}. Ustaw OBJECTS_URL tak samo jak w procesach i wykonaj kopię ponownie.`,
  })
}

/** Returns the URL without credentials and query. */
function omitCredentials(url: string): string {
  const address = URL.parse(url)
  return address ? `${address.protocol}//${address.host}${address.pathname}` : url
}
