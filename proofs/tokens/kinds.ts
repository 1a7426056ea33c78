import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** A token or code that can be used once. */
export interface TokenKind {
  readonly name: string
  /** Creates a new one and returns a function that uses it at an api process; it returns whether the use succeeded. */
  prepare(stage: Stage): Promise<(api: string) => Promise<boolean>>
}

/** A way to revoke access. */
export interface Revocation {
  readonly name: string
  revoke(stage: Stage, access: Access): Promise<void>
}

/** An access token, with its account, session and application. */
export interface Access {
  readonly token: string
  readonly accountId: number
  /** The session of the person, as a value of `Authorization`. */
  readonly session: string
  readonly applicationId: number
}

/** Every kind in `kinds/`, and every revocation in `revocations/`. */
export const kinds: readonly TokenKind[] = await loadFolder('kinds', 'kind')
export const revocations: readonly Revocation[] = await loadFolder('revocations', 'revocation')

async function loadFolder<T>(folder: string, name: string): Promise<T[]> {
  const path = join(import.meta.dirname, folder)
  const files = (await readdir(path)).toSorted()
  return Promise.all(files.map(async (file) => (await import(join(path, file)))[name]))
}
