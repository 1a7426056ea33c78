import { CommandError } from '../../frame/command.ts'
import { createWrongExportError, type Raw } from '../reading.ts'

/** Reads the data that a backup contains from the database, which stays unchanged. */
export async function readKumaDatabase(path: string): Promise<{ monitors: Raw[]; notifications: Raw[] }> {
  const { DatabaseSync } = await importSqlite()
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const all = (statement: string): Raw[] => database.prepare(statement).all() as Raw[]
    const notificationsByMonitor = Map.groupBy(
      all('select monitor_id, notification_id from monitor_notification'),
      ({ monitor_id }) => monitor_id,
    )
    const tags = Map.groupBy(
      all('select mt.monitor_id, mt.value, t.name from monitor_tag mt join tag t on t.id = mt.tag_id order by mt.id'),
      ({ monitor_id }) => monitor_id,
    )
    const monitors = all('select * from monitor order by id').map((monitor) => ({
      ...monitor,
      notificationIDList: Object.fromEntries(
        (notificationsByMonitor.get(monitor['id']) ?? []).map((each) => [each['notification_id'], true]),
      ),
      tags: tags.get(monitor['id']) ?? [],
    }))
    return { monitors, notifications: all('select id, name, config from notification order by id') }
  } catch (cause) {
    if (/no such (?:table|column)/.test(String(cause))) throw createWrongExportError(path, 'Uptime Kuma')
    throw cause
  } finally {
    database.close()
  }
}

/** `node:sqlite` needs Node 22.13; the rest of the command also runs on older versions. */
async function importSqlite(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite')
  } catch (cause) {
    throw new CommandError(
      {
        en: 'Reading a database requires Node 22.13 or newer. Update Node, or export a backup as JSON.',
        pl: 'Do odczytania bazy potrzebny jest Node 22.13 lub nowszy. Zaktualizuj Node albo wyeksportuj kopię jako JSON.',
      },
      { cause },
    )
  }
}
