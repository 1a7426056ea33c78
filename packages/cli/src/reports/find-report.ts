import type { Client, Report } from '@wachta/client'
import { CommandError } from '../frame/command.ts'
import { findOne } from '../kinds/find.ts'

/** Finds a report by its id, or the newest one of a report template by the name of the template. */
export async function findReport(client: Client, word: string): Promise<Report> {
  if (/^[1-9]\d*$/.test(word)) return readReport(client, Number(word))
  const template = await findTemplate(client, word)
  const query = { limit: 1, 'filter.template_id': template.id, sort: ['-id'] }
  const [newest] = (await client.list('list_reports', { query })).items
  if (newest) return newest
  throw new CommandError({
    en: `There is no report from the template ${template.name} yet. Use: wachta report order`,
    pl: `Nie ma jeszcze raportu z szablonu ${template.name}. Użyj: wachta report order`,
  })
}

export const readReport = (client: Client, id: number): Promise<Report> =>
  client.call('read_report', { path: { _id: id } })

/** Finds a report template by its id or name. */
export async function findTemplate(client: Client, word: string): Promise<{ id: number; name: string }> {
  const { id, name } = await findOne(client, 'report-templates', word)
  return { id: Number(id), name }
}
