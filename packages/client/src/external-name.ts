const maxLength = 200

/** Derives a name for a file from a display name; it differs from all names taken so far. */
export function freshName(called: string, taken: Set<string>): string {
  const plain = externalName(called)
  let name = plain
  for (let count = 2; taken.has(name); count += 1) name = `${plain}-${count}`
  taken.add(name)
  return name
}

/** Converts a name to letters, digits and hyphens, as the API requires: `Sklep – Łódź` becomes `sklep-lodz`. */
export function externalName(called: string): string {
  const plain = called
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_./:@]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, maxLength)
  return plain === '' ? 'unnamed' : plain
}
