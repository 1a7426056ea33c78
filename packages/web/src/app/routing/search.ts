const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** A search parameter is there or it is not; it is never empty. */
export function known<Name extends string>(search: Record<string, unknown>, names: readonly Name[]) {
  const found = names.flatMap((name) => {
    const value = text(search[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found) as { [Each in Name]?: string }
}
