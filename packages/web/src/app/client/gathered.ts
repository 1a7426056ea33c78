/** All of a list, which comes page by page. */
export async function gathered<Row>(pages: AsyncGenerator<{ items: Row[] }>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { items } of pages) rows.push(...items)
  return rows
}
