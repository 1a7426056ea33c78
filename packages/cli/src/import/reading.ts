import { CommandError } from '../frame/command.ts'

/** An object of another system: any field may be missing or have an unexpected type. */
export type Raw = Readonly<Record<string, unknown>>

export const toObject = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toObjects = (value: unknown): readonly Raw[] => readList(value).map(toObject)

/** Returns a string, or a number as a string; undefined for an empty string or another type. */
export const readStringOrNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : undefined

export const readNumber = (value: unknown): number | undefined => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
}

/** Accepts 1 and 0 too, as databases store them. */
export const readFlag = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** Parses a field that contains JSON; undefined if it is not valid. */
export function parseJsonField(value: string): unknown {
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

/** The error for a valid file that is not an export of the given system. */
export const createWrongExportError = (path: string, system: string): CommandError =>
  new CommandError({
    en: `${path} does not look like an export of ${system}. See docs/importing.md for how to make one.`,
    pl: `Plik ${path} nie wygląda na eksport z ${system}. Jak go przygotować, opisuje docs/importing.md.`,
  })
