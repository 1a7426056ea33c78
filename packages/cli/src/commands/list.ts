import { command } from '../frame/command.ts'
import { addNeededFields, chooseColumns, getDefaultColumns, toQuery } from '../kinds/columns.ts'
import { createFieldColumn } from '../kinds/field-text.ts'
import { toFilterQuery } from '../kinds/filter.ts'
import { findKind, kindNames } from '../kinds/kinds.ts'
import { connectCli } from '../session/connection.ts'

const defaultLimit = 50

export const listCommand = command({
  path: 'list',
  summary: {
    en: 'list services, contacts, alerts and other records',
    pl: 'wypisz usługi, kontakty, alerty i inne rekordy',
  },
  details: {
    en: 'List records of a kind. --fields, --filter and --sort take the field names of the API, which --json and --csv show.',
    pl: 'Wypisz rekordy danego rodzaju. --fields, --filter i --sort przyjmują nazwy pól z API; pokazują je --json i --csv.',
  },
  printsRecords: true,
  operands: [
    {
      name: 'kind',
      summary: {
        en: 'services, statuses, rules, alerts, contacts, …',
        pl: 'services, statuses, rules, alerts, contacts, …',
      },
      choices: kindNames,
    },
  ],
  options: {
    filter: {
      kind: 'texts',
      value: 'field=value',
      summary: {
        en: 'field=value, field!=value, field~text, field^=prefix or field<value; all filters must match',
        pl: 'pole=wartość, pole!=wartość, pole~tekst, pole^=początek lub pole<wartość; muszą pasować wszystkie filtry',
      },
    },
    query: {
      kind: 'text',
      value: 'words',
      summary: { en: 'search text', pl: 'szukany tekst' },
    },
    sort: {
      kind: 'text',
      value: 'fields',
      summary: { en: 'sort order: name,-id', pl: 'kolejność: name,-id' },
    },
    fields: {
      kind: 'text',
      value: 'fields',
      summary: { en: 'columns to show: id,name,group.name', pl: 'kolumny do pokazania: id,name,group.name' },
    },
    limit: {
      kind: 'number',
      default: defaultLimit,
      summary: { en: 'maximum number of records, up to 1000', pl: 'największa liczba rekordów, do 1000' },
    },
    offset: {
      kind: 'number',
      default: 0,
      summary: { en: 'number of records to skip', pl: 'liczba rekordów do pominięcia' },
    },
    all: { kind: 'flag', summary: { en: 'list all records', pl: 'wypisz wszystkie rekordy' } },
  },
  async run(invocation) {
    const { options, operands, out, language, stopping: signal } = invocation
    const kind = findKind(operands[0] ?? '')
    const client = await connectCli(invocation)
    const selectedFields = options.fields?.split(',').map((name) => name.trim())
    const columns = selectedFields ?? getDefaultColumns(kind.name)
    // Programs get all fields unless some are selected.
    const requestedFields = out.format === 'text' ? columns && addNeededFields(kind.name, columns) : selectedFields
    const query: object = {
      ...(requestedFields && toQuery(requestedFields)),
      ...(options.sort !== undefined && { sort: options.sort }),
      ...(options.query !== undefined && { query: options.query }),
      ...toFilterQuery(options.filter),
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
    const visibleColumns = columns ?? chooseColumns(rows[0] ?? {})
    const style = { kind: kind.name, language, now: new Date() }
    if (rows.length === 0) out.print({ en: 'No records.', pl: 'Brak rekordów.' })
    if (rows.length > 0 || out.format !== 'text')
      out.table(
        rows,
        visibleColumns.map((name) => createFieldColumn(name, style)),
        selectedFields,
      )
    if (!options.all && options.offset + rows.length < total)
      out.print({
        en: `${rows.length} of ${total}. See more with --offset ${options.offset + rows.length}, or all with --all.`,
        pl: `${rows.length} z ${total}. Dalsze: --offset ${options.offset + rows.length}, wszystkie: --all.`,
      })
  },
})
