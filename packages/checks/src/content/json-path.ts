const partPattern = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[([0-9]+)\]|\['([^']+)'\]/g

/** Returns the value at a path such as `$.items[0]['full name']`; undefined if there is none. */
export function findAtPath(document: unknown, path: string): unknown {
  let value = document
  for (const [, member, position, quoted] of path.matchAll(partPattern)) {
    const key = member ?? quoted
    value = key === undefined ? getItem(value, Number(position)) : getMember(value, key)
    if (value === undefined) return undefined
  }
  return value
}

/** Formats a value as in settings: strings without quotes, everything else as JSON. */
export const formatSettingValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const getItem = (value: unknown, position: number): unknown => (Array.isArray(value) ? value[position] : undefined)

const getMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
