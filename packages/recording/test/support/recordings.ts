import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportedRecording, importRecording } from '../../src/index.ts'

export const readFixture = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '..', 'fixtures', `${name}.json`), 'utf8')

type Fields = Readonly<Record<string, unknown>>

export const navigate = (url = 'https://shop.example.com/', fields: Fields = {}) => ({
  type: 'navigate',
  url,
  ...fields,
})

export const recordingOf = (...steps: readonly unknown[]): string => JSON.stringify({ title: 'Recording', steps })

/** Imports steps that follow the first page, and returns the actions that they become. */
export function importSteps(...steps: readonly unknown[]): Pick<ImportedRecording, 'notes'> & { actions: unknown[] } {
  const { steps: imported, notes } = importRecording(recordingOf(navigate(), ...steps))
  return { actions: imported.flatMap(({ actions }) => actions).slice(1), notes }
}
