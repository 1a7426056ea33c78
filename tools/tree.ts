import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that holds this repository. */
export const repositoryRoot = join(import.meta.dirname, '..')

// The tree is read without git, because an exported tree without a .git folder must pass the same gates.
// Names of folders, and paths of folders whose files may change during the search.
const skippedFolders = new Set([
  ...['.astro', '.git', '.node', '.dev-servers', 'coverage', 'dist', 'node_modules'],
  '.ci/services',
])
// In a worktree, `.git` is a file with the path of the repository.
const skippedFiles = /(?:^|\/)(?:\.git|\.env|[^/]*\.log|\.node\.[^/]*\/.*)$/

/** Every file of the tree that could be committed, as sorted paths relative to the root, with forward slashes. */
export async function listTree(root: string): Promise<string[]> {
  const files = await walk(root, '')
  return files.filter((file) => !skippedFiles.test(file)).sort()
}

/** Returns the TypeScript sources of every package, all of which the layer gate must have checked. */
export async function listSources(root: string): Promise<string[]> {
  const files = await listTree(root)
  return files.filter((file) => /^packages\/[^/]+\/src\/.*\.[cm]?tsx?$/.test(file))
}

/** Every file below a folder of the root, except in folders with these names or paths. Links are not files. */
export async function walk(root: string, folder: string, skipped = skippedFolders): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return skipped.has(entry.name) || skipped.has(path) ? [] : walk(root, path, skipped)
      return entry.isFile() ? [path] : []
    }),
  )
  return found.flat()
}
