import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const scope = '@wachta/'

/** Returns the folders of a package and of every package of ours that it needs at run time, sorted. */
export async function findPackageClosure(root: string, first: string): Promise<string[]> {
  const found = new Set([first])
  for (const folder of found) {
    const { dependencies = {} } = JSON.parse(
      await readFile(join(root, 'packages', folder, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string> }
    for (const name of Object.keys(dependencies)) if (name.startsWith(scope)) found.add(name.slice(scope.length))
  }
  return [...found].sort()
}
