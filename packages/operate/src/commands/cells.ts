import { type AnyCommand, CommandError, command } from '@wachta/cli'
import { routerCommand } from './cells-haproxy.ts'
import { moveCommand } from './cells-move.ts'
import { sensorsCommand } from './cells-sensors.ts'

/** A cell was tested with this many services; it has not been shown that it keeps up with more. */
const defaultMaxServices = 50_000

const environmentNote = {
  en: 'Needs DIRECTORY_POSTGRES_URL and CELL_DATABASE_URLS.',
  pl: 'Wymaga DIRECTORY_POSTGRES_URL i CELL_DATABASE_URLS.',
}

const addressOption = (en: string, pl: string) =>
  ({ kind: 'text', value: 'HOST:PORT,…', required: true, summary: { en, pl } }) as const

const addCommand = command({
  path: 'cells add',
  summary: {
    en: 'add a cell to the directory, or change its addresses',
    pl: 'dodaj komórkę do katalogu albo zmień jej adresy',
  },
  details: environmentNote,
  operands: [
    { name: 'name', summary: { en: 'the name of the cell, as in its CELL', pl: 'nazwa komórki, jak w jej CELL' } },
  ],
  options: {
    api: addressOption('where the router reaches its api', 'gdzie ruter osiąga jej api'),
    pages: addressOption('where the router reaches its status pages', 'gdzie ruter osiąga jej strony statusu'),
    'pages-tls': {
      kind: 'text',
      value: 'HOST:PORT,…',
      default: '',
      summary: {
        en: 'where its status pages speak TLS (PAGES_TLS_PORT)',
        pl: 'gdzie jej strony statusu obsługują TLS (PAGES_TLS_PORT)',
      },
    },
    'most-services': {
      kind: 'number',
      default: defaultMaxServices,
      summary: {
        en: 'with this many services it gets no new accounts',
        pl: 'przy tylu usługach nie dostaje nowych kont',
      },
    },
  },
  async run({ operands: [name = ''], options, out, environment }) {
    const [{ openCell, openDirectoryDatabase }, { addCell }, { loadCellNumber }, { sql }] = await Promise.all([
      import('../cells/open-cells.ts'),
      import('@wachta/directory'),
      import('@wachta/database'),
      import('kysely'),
    ])
    await using cell = openCell(environment, name)
    await using directory = await openDirectoryDatabase(environment)
    const number = await loadCellNumber(cell)
    const { api, pages, 'pages-tls': pages_tls, 'most-services': most_services } = options
    await addCell(directory, { number, name, api, pages, pages_tls, most_services })
    // From now on the cell records which names of users, status pages and single sign-on are added or removed. The
    // directory copies the existing names when it starts to follow the cell.
    await cell.query(sql`update cell set is_listed = true`)
    out.result({ number, name }, () =>
      out.print({
        en: `Cell ${name} has number ${number}. Add its database to CELL_DATABASE_URLS of the directory, restart the directory, and run \`wachta cells haproxy\`.`,
        pl: `Komórka ${name} ma numer ${number}. Dodaj jej bazę danych do CELL_DATABASE_URLS katalogu, uruchom katalog ponownie i wykonaj \`wachta cells haproxy\`.`,
      }),
    )
    return undefined
  },
})

const listCommand = command({
  path: 'cells list',
  summary: { en: 'list the cells and how full they are', pl: 'wypisz komórki i ich zapełnienie' },
  details: { en: 'Needs DIRECTORY_POSTGRES_URL.', pl: 'Wymaga DIRECTORY_POSTGRES_URL.' },
  printsRecords: true,
  async run({ out, environment }) {
    const [{ openDirectoryDatabase }, { listCells }] = await Promise.all([
      import('../cells/open-cells.ts'),
      import('@wachta/directory'),
    ])
    await using directory = await openDirectoryDatabase(environment)
    out.table(await listCells(directory), [
      { title: { en: 'Number', pl: 'Numer' }, value: ({ number }) => number, isNeverCut: true, isNumber: true },
      { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
      { title: { en: 'Accounts', pl: 'Konta' }, value: ({ accounts }) => accounts, isNeverCut: true, isNumber: true },
      { title: { en: 'Services', pl: 'Usługi' }, value: ({ services }) => services, isNeverCut: true, isNumber: true },
      {
        title: { en: 'Max. services', pl: 'Maks. usług' },
        value: ({ most_services }) => most_services,
        isNeverCut: true,
        isNumber: true,
      },
      { title: { en: 'API', pl: 'API' }, value: ({ api }) => api },
      { title: { en: 'Pages', pl: 'Strony' }, value: ({ pages }) => pages },
    ])
    return undefined
  },
})

interface AccountRow {
  readonly cell: string
  readonly id: number
  readonly username: string
  readonly name: string
  readonly services: number
}

const accountsCommand = command({
  path: 'cells accounts',
  summary: { en: 'find accounts in all cells', pl: 'znajdź konta we wszystkich komórkach' },
  details: environmentNote,
  printsRecords: true,
  operands: [
    {
      name: 'text',
      need: 'optional',
      summary: { en: 'a part of the name or the username', pl: 'część nazwy albo nazwy użytkownika' },
    },
  ],
  async run({ operands: [text = ''], out, environment }) {
    const [{ readCellDatabaseUrls, openCell }, { sql }] = await Promise.all([
      import('../cells/open-cells.ts'),
      import('kysely'),
    ])
    const rows: AccountRow[] = []
    for (const cell of readCellDatabaseUrls(environment).keys()) {
      await using database = openCell(environment, cell)
      rows.push(
        ...(await database.query(sql<AccountRow>`select ${cell} as cell, a.id, a.username, a.name,
  (select count(*) from service s where s.owner_id = a.id) as services
from account a where folded(coalesce(a.name, '') || ' ' || coalesce(a.username, '')) like '%' || folded_literal(${text}) || '%'
order by a.id limit 1000`)),
      )
    }
    if (rows.length === 0) throw new CommandError({ en: 'No account was found.', pl: 'Nie znaleziono żadnego konta.' })
    out.table(rows, [
      { title: { en: 'Cell', pl: 'Komórka' }, value: ({ cell }) => cell, isNeverCut: true },
      { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
      { title: { en: 'Username', pl: 'Nazwa użytkownika' }, value: ({ username }) => username },
      { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
      { title: { en: 'Services', pl: 'Usługi' }, value: ({ services }) => services, isNeverCut: true, isNumber: true },
    ])
    return undefined
  },
})

/** The commands for an installation with several cells. */
export const cellCommands: readonly AnyCommand[] = [
  addCommand,
  listCommand,
  accountsCommand,
  sensorsCommand,
  moveCommand,
  routerCommand,
]
