import { resolve } from 'node:path'
import {
  CommandError,
  command,
  type ExitCode,
  exitCodes,
  type Invocation,
  type LocalizedText,
  type Output,
} from '@wachta/cli'
import type { RestoreResult } from '@wachta/evidence'
import { writeHead } from '@wachta/evidence/head'
import { validateJobs } from '../backup-and-verify/jobs.ts'
import { printVerification } from '../backup-and-verify/print-verification.ts'
import { createProgressReporter } from '../backup-and-verify/progress-reporter.ts'
import { readRecordSettings } from '../backup-and-verify/record-settings.ts'
import { readDatabaseUrl } from '../environment.ts'

export const restoreCommand = command({
  path: 'restore',
  summary: {
    en: 'restore a backup into an empty database and verify it',
    pl: 'przywróć kopię do pustej bazy danych i zweryfikuj ją',
  },
  details: {
    en: 'Check every file of a backup, restore it into an empty database and into OBJECTS_URL, then verify it. A database that is not empty is rejected. Exit code 3 if something differs from the backup. See docs/backup.md.',
    pl: 'Sprawdź każdy plik kopii, przywróć ją do pustej bazy i do OBJECTS_URL, a potem zweryfikuj. Niepusta baza zostanie odrzucona. Kod wyjścia 3, jeśli coś różni się od kopii. Zobacz docs/backup.md.',
  },
  options: {
    from: {
      kind: 'text',
      value: 'DIR',
      required: true,
      summary: { en: 'the folder of the backup', pl: 'katalog kopii' },
    },
    into: {
      kind: 'text',
      value: 'URL',
      summary: {
        en: 'the empty database; default: the one in DATABASE_URL',
        pl: 'pusta baza; domyślnie ta z DATABASE_URL',
      },
    },
    data: {
      kind: 'text',
      value: 'DIR',
      summary: {
        en: 'into a new installation of `serve --data`',
        pl: 'do nowej instalacji dla `serve --data`',
      },
    },
    jobs: {
      kind: 'number',
      value: 'N',
      default: 2,
      summary: { en: 'how many tables are restored at once', pl: 'ile tabel przywracać jednocześnie' },
    },
  },
  async run(invocation) {
    const { data, into } = invocation.options
    if (data === undefined) return restoreInto(invocation, invocation.environment)
    if (into !== undefined) throw createTargetConflictError()
    const { useNewSingleNode } = await import('../single-node/use-single-node.ts')
    return useNewSingleNode(data, invocation.environment, (variables) => restoreInto(invocation, variables))
  },
})

interface RestoreInvocation extends Pick<Invocation, 'out' | 'stopping'> {
  readonly options: { readonly from: string; readonly into: string | undefined; readonly jobs: number }
}

async function restoreInto(
  { options, out, stopping }: RestoreInvocation,
  environment: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const { restoreBackup } = await import('@wachta/evidence')
  const url = options.into ?? readDatabaseUrl(environment)
  const reportProgress = createProgressReporter(out)
  const restored = await restoreBackup({
    folder: resolve(options.from),
    url,
    ...readRecordSettings(environment),
    jobs: validateJobs(options.jobs),
    signal: stopping,
    onProgress: ({ stage, done }) => reportProgress(stage, done),
  })
  out.result(restored, () => printRestoreResult(out, restored))
  return isComplete(restored) ? exitCodes.ok : exitCodes.found
}

const createTargetConflictError = (): CommandError =>
  new CommandError(
    { en: 'Give --into or --data, not both.', pl: 'Podaj --into albo --data, nie obie.' },
    { exitCode: exitCodes.usage },
  )

const isComplete = ({ verified, isHead, otherCounts, manifest }: RestoreResult): boolean =>
  verified.faultCount === 0 && isHead && otherCounts.length === 0 && manifest.objects.missing === 0

function printRestoreResult(out: Output, restored: RestoreResult): void {
  const { manifest, verified, otherCounts, isHead } = restored
  printVerification(out, verified)
  for (const { table, before, after } of otherCounts)
    out.print({
      en: `  ✗ rows of ${table}: ${after} restored, ${before} backed up`,
      pl: `  ✗ wiersze tabeli ${table}: przywrócono ${after}, skopiowano ${before}`,
    })
  const head = manifest.head ? writeHead(manifest.head) : '–'
  out.print(
    isHead
      ? {
          en: `The hash chain ends at the same head as in the backup: ${head}`,
          pl: `Łańcuch skrótów kończy się tak jak w kopii: ${head}`,
        }
      : {
          en: `  ✗ the hash chain does not end at ${head}, the head in the backup`,
          pl: `  ✗ łańcuch skrótów nie kończy się na ${head}, a tak jest w kopii`,
        },
  )
  const { missing } = manifest.objects
  if (missing > 0)
    out.print({
      en: `  ✗ objects that were missing already when the backup was made: ${missing}`,
      pl: `  ✗ obiekty, których brakowało już podczas tworzenia kopii: ${missing}`,
    })
  out.print({ en: 'What remains to be done:', pl: 'Co zostało do zrobienia:' })
  for (const { en, pl } of describeRemainingSteps(restored)) out.print({ en: `  - ${en}`, pl: `  - ${pl}` })
}

function describeRemainingSteps({ manifest, keys, pending }: RestoreResult): LocalizedText[] {
  const ids = manifest.keys.map(({ id }) => id).join(', ') || '–'
  const missingKeys = keys.missing.join(', ')
  const others = keys.others.join(', ')
  return [
    missingKeys
      ? {
          en: `SECRET_KEYS lacks the keys ${missingKeys}: secrets encrypted with them cannot be read`,
          pl: `w SECRET_KEYS brak kluczy ${missingKeys}: zaszyfrowanych nimi danych poufnych nie da się odczytać`,
        }
      : undefined,
    others
      ? {
          en: `SECRET_KEYS has other keys under the ids ${others}: put back those of the backup`,
          pl: `SECRET_KEYS ma inne klucze pod identyfikatorami ${others}: przywróć te z czasu kopii`,
        }
      : undefined,
    pending.length > 0
      ? {
          en: `run wachta migrate: this version has newer migrations (${pending.join(', ')})`,
          pl: `uruchom wachta migrate: ta wersja ma nowsze migracje (${pending.join(', ')})`,
        }
      : undefined,
    {
      en: `start every process with this database, SECRET_KEYS (${ids}) and the file of INSTALLATION_KEYS as before`,
      pl: `uruchom wszystkie procesy z tą bazą, SECRET_KEYS (${ids}) i plikiem INSTALLATION_KEYS jak dotychczas`,
    },
    {
      en: 'the broker needs nothing: new streams are read from their beginning, and sensors resend the results that they still have (up to 24 hours)',
      pl: 'strumienie brokera nie wymagają niczego: nowe są czytane od początku, a sensory ponownie wyślą to, co jeszcze mają (do 24 godzin)',
    },
    {
      en: `data stored after ${manifest.made_at} is lost, unless sensors or the broker still have it`,
      pl: `dane zapisane po ${manifest.made_at} przepadły, chyba że mają je jeszcze sensory lub broker`,
    },
  ].filter((text) => text !== undefined)
}
