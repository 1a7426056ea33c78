import { type DerElement, DerFields, decodeOid, readChildren, readDer, tags } from './der.ts'

/** The names that tools print for the parts of a name. */
const labels: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
])

/** Writes a name on one line, in its own order: `O=Example, CN=Reports`. */
export const describeName = (name: Uint8Array): string =>
  readChildren(readDer(name))
    .map((set) => readChildren(set).map(describePart).join(' + '))
    .join(', ')

function describePart(part: DerElement): string {
  const fields = new DerFields(part)
  const type = decodeOid(fields.next())
  return `${labels.get(type) ?? type}=${escapeText(decodeText(fields.next()))}`
}

const stringTags = { printable: 0x13, teletex: 0x14, ia5: 0x16, numeric: 0x12, bmp: 0x1e } as const

function decodeText({ tag, body, bytes }: DerElement): string {
  if (tag === tags.utf8String) return body.toString('utf8')
  if (tag === stringTags.bmp && body.length % 2 === 0) return Buffer.from(body).swap16().toString('utf16le')
  const isLatin = Object.values<number>(stringTags).includes(tag) && tag !== stringTags.bmp
  return isLatin ? body.toString('latin1') : `#${bytes.toString('hex').toUpperCase()}`
}

/** Escapes a value as RFC 2253 requires, so that it cannot look like several; control characters become codes. */
const escapeText = (text: string): string =>
  text.replaceAll(/[,+"\\<>;]|^[ #]|(?<!^) $/g, '\\$&').replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
    /[\0-\x1f\x7f]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
