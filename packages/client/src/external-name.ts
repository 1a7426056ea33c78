const longest = 200

/** A name for a file, made from what something is called, that nothing else of its kind has yet. */
export function freshName(called: string, taken: Set<string>): string {
  const plain = externalName(called)
  let name = plain
  for (let count = 2; taken.has(name); count += 1) name = `${plain}-${count}`
  taken.add(name)
  return name
}

/** `Sklep – Łódź` becomes `sklep-lodz`: letters, digits and what the API takes between them. */
export function externalName(called: string): string {
  const plain = called
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_./:@]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, longest)
  return plain === '' ? 'unnamed' : plain
}
