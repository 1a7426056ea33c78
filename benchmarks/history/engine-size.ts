/** Returns the bytes on disk of all ClickHouse tables, after merging their parts as the server does in time. */
export async function measureEngine(url: string): Promise<number> {
  for (const table of ['analysis', 'analysis_check']) await runQuery(url, `optimize table ${table} final`)
  const text = await runQuery(
    url,
    `select sum(bytes_on_disk) from system.parts where active and database = currentDatabase() and table in ('analysis', 'analysis_check')`,
  )
  return Number(text)
}

async function runQuery(url: string, statement: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: statement })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
