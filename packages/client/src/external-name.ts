const maxLength = 200

/** Derives a name for a file from a display name; it differs from all names taken so far. */
export function freshName(displayName: string, takenNames: Set<string>): string {
  const base = externalName(displayName)
  let name = base
  for (let count = 2; takenNames.has(name); count += 1) name = `${base}-${count}`
  takenNames.add(name)
  return name
}

/** Converts a name to letters, digits and hyphens, as the API requires: `Sklep – Łódź` becomes `sklep-lodz`. */
export function externalName(displayName: string): string {
  const normalized = displayName
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_./:@]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, maxLength)
  return normalized === '' ? 'unnamed' : normalized
}
