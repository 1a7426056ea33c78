import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readNamedFile } from '../apply/read-file.ts'
import type { Invocation } from '../frame/command.ts'
import type { ImportSource } from './importer.ts'

/** Opens a file by its name, with access to the other files in its folder. */
export async function openSource(path: string, input: Invocation['input']): Promise<ImportSource> {
  const folder = path === '-' ? '.' : dirname(path)
  return {
    path,
    content: await readNamedFile(path, input),
    async readMatchingFiles(pattern) {
      const directory = resolve(folder, dirname(pattern))
      const fileNamePattern = new RegExp(
        `^${basename(pattern)
          .replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
          .replaceAll('*', '.*')}$`,
      )
      const names = await readdir(directory).catch(() => [])
      const paths = names
        .filter((name) => fileNamePattern.test(name))
        .sort()
        .map((name) => join(directory, name))
      return Promise.all(paths.map(async (each) => ({ path: each, content: await readNamedFile(each, input) })))
    },
  }
}
