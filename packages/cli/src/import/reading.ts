import { CommandError } from '../frame/command.ts'

/** Records of others, in which anything may be missing or of another kind. */
export type Raw = Readonly<Record<string, unknown>>

export const toObject = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const records = (value: unknown): readonly Raw[] => readList(value).map(toObject)

/** Text, of numbers too; undefined where there is none. */
export const readableText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : undefined

export const readNumber = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

/** Databases write 1 and 0. */
export const readFlag = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** What a field holds as JSON; undefined where it is none. */
export function jsonIn(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export function parseImportedJson(content: Buffer, path: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch (cause) {
    const { message } = cause as Error
    throw new CommandError(
      { en: `${path} is not valid JSON: ${message}`, pl: `Plik ${path} nie jest poprawnym plikiem JSON: ${message}` },
      { cause },
    )
  }
}

/** The file is well written, but by somebody else. */
export const notFrom = (path: string, system: string): CommandError =>
  new CommandError({
    en: `${path} does not look like an export of ${system}. See docs/importing.md for how to make one.`,
    pl: `Plik ${path} nie wygląda na eksport z ${system}. Jak go przygotować, opisuje docs/importing.md.`,
  })
