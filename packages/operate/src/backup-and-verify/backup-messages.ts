import type { LocalizedText } from '@wachta/cli'
import type { BackupError, BackupFault } from '@wachta/evidence'

type Saying = { readonly [Kind in BackupFault['kind']]: (fault: Extract<BackupFault, { kind: Kind }>) => LocalizedText }

const says: Saying = {
  folder_not_empty: ({ path }) => ({
    en: `There is something in ${path}: a backup goes into a folder of its own. Name another one.`,
    pl: `W katalogu ${path} coś już jest: kopia wymaga własnego katalogu. Podaj inny.`,
  }),
  no_manifest: ({ path }) => ({
    en: `There is no ${path}: this is no backup, or one that was never finished.`,
    pl: `Nie ma pliku ${path}: to nie jest kopia albo nie została dokończona.`,
  }),
  not_a_manifest: ({ path }) => ({
    en: `${path} is not the manifest of a backup that this version can read.`,
    pl: `${path} nie jest manifestem kopii, którą ta wersja umie odczytać.`,
  }),
  file_differs: ({ path }) => ({
    en: `${path} is missing or is not what was backed up. Nothing was restored from it; take another copy of the backup.`,
    pl: `Brakuje pliku ${path} albo nie jest on tym, co skopiowano. Nic z niego nie przywrócono; użyj innego egzemplarza kopii.`,
  }),
  database_not_empty: ({ tables }) => ({
    en: `The database is not empty (tables, views and sequences: ${tables}). Nothing is ever written over: create an empty one and name it with --into.`,
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
export const backupMessages = (error: Error): LocalizedText | undefined =>
  error.name === 'BackupError'
    ? (says[(error as BackupError).fault.kind] as (fault: BackupFault) => LocalizedText)((error as BackupError).fault)
    : undefined
