import { join } from 'node:path'

/** The folder that holds this repository. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')
