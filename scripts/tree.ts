import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that holds this repository. */
export const repositoryRoot = join(import.meta.dirname, '..')

// Walked by hand rather than asked of git: an exported tree without a .git folder must pass the same gates.
const skippedFolders = new Set(['.git', '.node', '.services', 'coverage', 'dist', 'node_modules'])
const skippedFiles = /(?:^|\/)(?:\.env|[^/]*\.log|\.ci\/services\/.*|\.node\.[^/]*\/.*)$/

/** Every file of the tree that could be committed, as sorted paths relative to the root, with forward slashes. */
export async function listTree(root: string): Promise<string[]> {
  const files = await walk(root, '')
  return files.filter((file) => !skippedFiles.test(file)).sort()
}

/** The TypeScript sources of every package: what the layer gate must have looked at. */
export async function listSources(root: string): Promise<string[]> {
  const files = await listTree(root)
  return files.filter((file) => /^packages\/[^/]+\/src\/.*\.[cm]?tsx?$/.test(file))
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : walk(root, path)
      return entry.isFile() ? [path] : []
    }),
  )
  return found.flat()
}
