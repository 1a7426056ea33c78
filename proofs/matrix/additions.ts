import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind } from './kind.ts'

/**
 * What is expected of a resource beyond the v3 API. None of it is read from the resource definition, which is tested
 * against it.
 */
export interface Addition {
  /** Who may do what with its rows, as kind.ts explains. */
  readonly kinds: Readonly<Record<string, Kind>>
  /** Why each of its operations exists, by `METHOD path`; conformance rejects an operation without a reason. */
  readonly operations: Readonly<Record<string, string>>
}

/** Each file of the folder `additions`; a new resource adds a file. */
const additions = await loadAdditions(join(import.meta.dirname, 'additions'))

export const additionalKinds: Addition['kinds'] = Object.assign({}, ...additions.map(({ kinds }) => kinds))
export const additionalOperations: Addition['operations'] = Object.assign(
  {},
  ...additions.map(({ operations }) => operations),
)

async function loadAdditions(folder: string): Promise<Addition[]> {
  const files = (await readdir(folder)).toSorted()
  return Promise.all(files.map(async (file) => (await import(join(folder, file))).addition))
}
