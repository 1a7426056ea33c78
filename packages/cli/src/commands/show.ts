import { CommandError, command, exitCodes } from '../frame/command.ts'
import { getDefaultColumns, toQuery } from '../kinds/columns.ts'
import { findOne } from '../kinds/find.ts'
import { findKind, getKindLabel, readableKindNames } from '../kinds/kinds.ts'
import { showRecord } from '../kinds/show-record.ts'
import { connectCli } from '../session/connection.ts'

export const showCommand = command({
  path: 'show',
  summary: { en: 'show one record', pl: 'pokaż jeden rekord' },
  printsRecords: true,
  operands: [
    {
      name: 'kind',
      summary: { en: 'service, group, contact, rule, …', pl: 'service, group, contact, rule, …' },
      choices: readableKindNames,
    },
    { name: 'record', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } },
  ],
  options: {
    fields: {
      kind: 'text',
      value: 'fields',
      summary: { en: 'fields to show: id,name,group.name', pl: 'pola do pokazania: id,name,group.name' },
    },
  },
  async run(invocation) {
    const { options, operands, out, language, stopping: signal } = invocation
    const [kindName = '', idOrName = ''] = operands
    const kind = findKind(kindName)
    if (!kind.read)
      throw new CommandError(
        {
          en: `${getKindLabel(kind.name)} can only be listed: wachta list ${getKindLabel(kind.name)}`,
          pl: `${getKindLabel(kind.name)} można tylko wypisać: wachta list ${getKindLabel(kind.name)}`,
        },
        { exitCode: exitCodes.usage },
      )
    const client = await connectCli(invocation)
    const { id } = await findOne(client, kind.name, idOrName)
    const query: object =
      options.fields !== undefined
        ? toQuery(options.fields.split(',').map((name) => name.trim()))
        : // A person wants the names of related records, not only their ids.
          toQuery(out.format === 'text' ? listRelatedNames(kind.name) : [])
    // Ids are numbers, except in dictionaries, whose operations have the same parameters.
    const record = await client.call(kind.read, { path: { _id: id as number }, query }, { signal })
    showRecord(out, record, { kind: kind.name, language, now: new Date() })
  },
})

const listRelatedNames = (kind: string): readonly string[] => [
  ...(getDefaultColumns(kind) ?? []).filter((name) => name.includes('.')),
  ...(kind === 'services' ? ['owner.username'] : []),
]
