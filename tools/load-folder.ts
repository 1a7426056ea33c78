import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './tree.ts'

/** Loads `<folder>/<name>/main.ts`; an unknown name is an error that lists the known ones. */
export async function loadFromFolder<Module>(folder: string, name: string): Promise<Module> {
  const entries = await readdir(join(repositoryRoot, folder))
  const names = entries.filter((entry) => existsSync(join(repositoryRoot, folder, entry, 'main.ts'))).toSorted()
  if (!names.includes(name)) throw new Error(`Nothing named "${name}" in ${folder}. Available: ${names.join(', ')}`)
  return import(join(repositoryRoot, folder, name, 'main.ts'))
}
