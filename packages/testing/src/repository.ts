import { join } from 'node:path'

/** The root of this repository. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')
