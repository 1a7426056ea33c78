/** Reads a list to its end: `await collectPages(client.pages('list_services'))`. */
export async function collectPages<Item>(pages: AsyncIterable<{ readonly items: readonly Item[] }>): Promise<Item[]> {
  const all: Item[] = []
  for await (const { items } of pages) all.push(...items)
  return all
}
