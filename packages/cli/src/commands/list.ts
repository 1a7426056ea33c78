import { command } from '../frame/command.ts'
import { asked, cellOf, columnsOf, usualColumns } from '../kinds/columns.ts'
import { filterQuery } from '../kinds/filter.ts'
import { kindNamed, kindNames } from '../kinds/kinds.ts'
import { connect } from '../session/connection.ts'

const usualLimit = 50

export const list = command({
  path: 'list',
  summary: { en: 'list records of a kind', pl: 'wypisz rekordy danego rodzaju' },
  details: {
    en: 'List records of a kind. The headings are the names that --fields, --filter and --sort take.',
    pl: 'Wypisz rekordy danego rodzaju. Nagłówki to nazwy, które przyjmują --fields, --filter i --sort.',
  },
  operands: [
    {
      name: 'kind',
      summary: { en: 'services, groups, contacts, events, …', pl: 'services, groups, contacts, events, …' },
      choices: kindNames,
    },
  ],
  options: {
    filter: {
      kind: 'texts',
      value: 'field=value',
      summary: {
        en: 'only those with field=value, field!=value, field~text, field^=beginning, field<value; all of them must hold',
        pl: 'tylko te, dla których pole=wartość, pole!=wartość, pole~tekst, pole^=początek, pole<wartość; wszystkie naraz',
      },
    },
    query: {
      kind: 'text',
      value: 'words',
      summary: { en: 'only those with these words', pl: 'tylko te z tymi słowami' },
    },
    sort: {
      kind: 'text',
      value: 'fields',
      summary: { en: 'in this order: name,-id', pl: 'w tej kolejności: name,-id' },
    },
    fields: {
      kind: 'text',
      value: 'fields',
      summary: { en: 'these columns: id,name,group.name', pl: 'te kolumny: id,name,group.name' },
    },
    limit: {
      kind: 'number',
      default: usualLimit,
      summary: { en: 'how many, 1000 at most', pl: 'ile, najwyżej 1000' },
    },
    offset: { kind: 'number', default: 0, summary: { en: 'how many to leave out first', pl: 'ile najpierw pominąć' } },
    all: { kind: 'flag', summary: { en: 'all of them, however many', pl: 'wszystkie, ile by ich nie było' } },
  },
  async run(invocation) {
    const { options, operands, out, stopping: signal } = invocation
    const kind = kindNamed(operands[0] ?? '')
    const client = await connect(invocation)
    const columns = options.fields?.split(',').map((name) => name.trim()) ?? usualColumns(kind.name)
    const query: object = {
      // As JSON, everything is given unless chosen.
      ...(columns && !(out.isJson && options.fields === undefined) && asked(columns)),
      ...(options.sort !== undefined && { sort: options.sort }),
      ...(options.query !== undefined && { query: options.query }),
      ...filterQuery(options.filter),
    }
    const rows: object[] = []
    let total = 0
    if (options.all)
      for await (const page of client.pages(kind.list, { query: { ...query, offset: options.offset } }, { signal })) {
        rows.push(...page.items)
        total = page.total
        out.progress({ en: `${rows.length} of ${total}`, pl: `${rows.length} z ${total}` })
      }
    else {
      const { limit, offset } = options
      const page = await client.list(kind.list, { query: { ...query, limit, offset } }, { signal })
      rows.push(...page.items)
      total = page.total
    }
    const shown = columns ?? columnsOf(rows[0] ?? {})
    out.table(
      rows,
      shown.map((name) => ({ title: { en: name, pl: name }, value: (row) => cellOf(row, name) })),
    )
    if (!options.all && options.offset + rows.length < total)
      out.say({
        en: `${rows.length} of ${total}. See more with --offset ${options.offset + rows.length}, or all with --all.`,
        pl: `${rows.length} z ${total}. Dalsze: --offset ${options.offset + rows.length}, wszystkie: --all.`,
      })
  },
})
