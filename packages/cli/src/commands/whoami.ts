import { command } from '../frame/command.ts'
import { showRecord } from '../kinds/show-record.ts'
import { connectCli } from '../session/connection.ts'

export const whoamiCommand = command({
  path: 'whoami',
  summary: { en: 'show who is signed in', pl: 'pokaż, kto jest zalogowany' },
  printsRecords: true,
  async run(invocation) {
    const { out, language } = invocation
    const client = await connectCli(invocation)
    const account = await client.call('read_account', {
      path: { _id: 'my_account' },
      query: {
        embed: ['package.name'],
        fields: ['id', 'name', 'username', 'is_read_only', 'language_id', 'time_zone_id'],
      },
    })
    showRecord(out, account, { kind: 'accounts', language, now: new Date() })
  },
})
