/** The bytes of all tables of a ClickHouse database on disk, after their parts are merged as they are in time. */
export async function measureEngine(url: string): Promise<number> {
  for (const table of ['analysis', 'analysis_check']) await ask(url, `optimize table ${table} final`)
  const text = await ask(
    url,
    `select sum(bytes_on_disk) from system.parts where active and database = currentDatabase() and table in ('analysis', 'analysis_check')`,
  )
  return Number(text)
}

async function ask(url: string, statement: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: statement })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
