import type { LocalizedText } from '@wachta/cli'
import type { BackupError, BackupFault } from '@wachta/evidence'

type FaultMessages = {
  readonly [Kind in BackupFault['kind']]: (fault: Extract<BackupFault, { kind: Kind }>) => LocalizedText
}

const faultMessages: FaultMessages = {
  folder_not_empty: ({ path }) => ({
    en: `${path} is not empty. A backup needs an empty folder: name another one.`,
    pl: `Katalog ${path} nie jest pusty. Kopia wymaga pustego katalogu: podaj inny.`,
  }),
  no_manifest: ({ path }) => ({
    en: `${path} does not exist: this is not a backup, or an unfinished one.`,
    pl: `Nie ma pliku ${path}: to nie jest kopia albo nie została dokończona.`,
  }),
  not_a_manifest: ({ path }) => ({
    en: `${path} is not the manifest of a backup that this version can read.`,
    pl: `${path} nie jest manifestem kopii, którą ta wersja umie odczytać.`,
  }),
  file_differs: ({ path }) => ({
    en: `${path} is missing or differs from what was backed up. Nothing was restored from it; use another copy of the backup.`,
    pl: `Brakuje pliku ${path} albo nie jest on tym, co skopiowano. Nic z niego nie przywrócono; użyj innego egzemplarza kopii.`,
  }),
  database_not_empty: ({ tables }) => ({
    en: `The database is not empty (tables, views and sequences: ${tables}). Restoring never overwrites data: create an empty database and name it with --into.`,
    pl: `Baza danych nie jest pusta (tabel, widoków i sekwencji: ${tables}). Niczego się nie nadpisuje: utwórz pustą i wskaż ją opcją --into.`,
  }),
  newer_version: ({ version, migrations }) => ({
    en: `The backup was made by a newer version, ${version} (${migrations.join(', ')}). Install that version.`,
    pl: `Kopię wykonała nowsza wersja, ${version} (${migrations.join(', ')}). Zainstaluj tę wersję.`,
  }),
  tool_missing: ({ tool }) => ({
    en: `${tool} is not installed here. It comes with the client programs of PostgreSQL (Debian: postgresql-client).`,
    pl: `Nie ma tu programu ${tool}. Należy do programów klienckich PostgreSQL (Debian: postgresql-client).`,
  }),
  tool_failed: ({ tool, said }) => ({
    en: `${tool} failed:\n${said}`,
    pl: `Program ${tool} zakończył się błędem:\n${said}`,
  }),
}

/** Returns the text of a BackupError. It is recognised by its name, so that the evidence package need not be loaded. */
export const getBackupMessage = (error: Error): LocalizedText | undefined =>
  error.name === 'BackupError'
    ? (faultMessages[(error as BackupError).fault.kind] as (fault: BackupFault) => LocalizedText)(
        (error as BackupError).fault,
      )
    : undefined
