import { CommandError } from '@wachta/cli'
import { type Database, openDatabase } from '@wachta/database'
import { openDirectory, readCellUrls } from '@wachta/directory'

/** The database of the directory, from DIRECTORY_POSTGRES_URL. */
export function openDirectoryDatabase(environment: NodeJS.ProcessEnv): Promise<Database> {
  const url = environment['DIRECTORY_POSTGRES_URL']
  if (!url)
    throw new CommandError({
      en: 'DIRECTORY_POSTGRES_URL is not set. Set it to the URL of the directory database, e.g. postgres://user@127.0.0.1:5432/directory.',
      pl: 'Brak DIRECTORY_POSTGRES_URL. Ta zmienna wskazuje bazę danych katalogu, np. postgres://user@127.0.0.1:5432/directory.',
    })
  return openDirectory(url)
}

/** The addresses of the databases of all cells, from CELL_DATABASE_URLS. */
export function readCellDatabaseUrls(environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  try {
    return readCellUrls(environment['CELL_DATABASE_URLS'] ?? '')
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError({
      en: `${error.message}. Separate the entries by spaces.`,
      pl: 'CELL_DATABASE_URLS: wpis nie ma postaci nazwa=postgres://…. Wpisy rozdziela się spacjami.',
    })
  }
}

/** Opens the database of a cell as its owner. */
export function openCell(environment: NodeJS.ProcessEnv, name: string): Database {
  const url = readCellDatabaseUrls(environment).get(name)
  if (url === undefined)
    throw new CommandError({
      en: `CELL_DATABASE_URLS has no entry for the cell ${name}.`,
      pl: `W CELL_DATABASE_URLS nie ma wpisu komórki ${name}.`,
    })
  return openDatabase(url, { role: null, connections: 3, statementTimeoutMs: 0 })
}
