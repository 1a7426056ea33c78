/** Reads the databases of the cells, `name=postgres://…`, separated by spaces: an address may contain commas. */
export function readCellUrls(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\s+/).filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const [, name, url] = /^([a-z0-9-]{1,32})=(postgres(?:ql)?:\/\/.+)$/.exec(entry) ?? []
      if (name === undefined || url === undefined)
        throw new RangeError('CELL_DATABASE_URLS: an entry is not of the form name=postgres://…')
      return [name, url] as const
    }),
  )
}
