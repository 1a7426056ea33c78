import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** Something that works once. */
export interface TokenKind {
  readonly name: string
  /** Makes a new one, and returns how to use it at an api process; a use returns whether it succeeded. */
  prepare(stage: Stage): Promise<(api: string) => Promise<boolean>>
}

/** A way to take access away. */
export interface Revocation {
  readonly name: string
  revoke(stage: Stage, access: Access): Promise<void>
}

/** An access token, and whose and of what it is. */
export interface Access {
  readonly token: string
  readonly accountId: number
  /** The session of the person, as it stands in `Authorization`. */
  readonly session: string
  readonly applicationId: number
}

/** Every kind in `kinds/`, and every way in `revocations/`. */
export const kinds: readonly TokenKind[] = await loadFolder('kinds', 'kind')
export const revocations: readonly Revocation[] = await loadFolder('revocations', 'revocation')

async function loadFolder<T>(folder: string, name: string): Promise<T[]> {
  const path = join(import.meta.dirname, folder)
  const files = (await readdir(path)).toSorted()
  return Promise.all(files.map(async (file) => (await import(join(path, file)))[name]))
}
