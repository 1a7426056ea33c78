import { CommandError, command, exitCodes } from '../frame/command.ts'
import { parseColumns } from '../kinds/columns.ts'
import { findOne } from '../kinds/find.ts'
import { findKind, readableKindNames } from '../kinds/kinds.ts'
import { showRecord } from '../kinds/show-record.ts'
import { connectCli } from '../session/connection.ts'

export const showCommand = command({
  path: 'show',
  summary: { en: 'show one record', pl: 'pokaż jeden rekord' },
  operands: [
    {
      name: 'kind',
      summary: { en: 'service, group, contact, event, …', pl: 'service, group, contact, event, …' },
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
    const { options, operands, out, stopping: signal } = invocation
    const [word = '', record = ''] = operands
    const kind = findKind(word)
    if (!kind.read)
      throw new CommandError(
        {
          en: `${kind.name} can only be listed: wachta list ${kind.name}`,
          pl: `${kind.name} można tylko wypisać: wachta list ${kind.name}`,
        },
        { exitCode: exitCodes.usage },
      )
    const client = await connectCli(invocation)
    const { id } = await findOne(client, kind.name, record)
    const query: object = options.fields === undefined ? {} : parseColumns(options.fields.split(','))
    // Ids are numbers but in dictionaries, whose operations are called in the same way.
    showRecord(out, await client.call(kind.read, { path: { _id: id as number }, query }, { signal }))
  },
})
