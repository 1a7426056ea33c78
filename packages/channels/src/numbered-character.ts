/** Returns the character of an HTML entity such as `#65` or `#x41`; undefined if there is none. */
export function decodeNumberedCharacter(entity: string): string | undefined {
  const isHexadecimal = /^#x/i.test(entity)
  const point = isHexadecimal ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}
