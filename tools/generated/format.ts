import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '../tree.ts'

/** Formats TypeScript as `npm run format` does. */
export function formatTypeScript(text: string): Promise<string> {
  const biome = join(repositoryRoot, 'node_modules', '.bin', 'biome')
  return new Promise((resolve, reject) => {
    const child = execFile(
      biome,
      ['format', '--stdin-file-path=generated.ts'],
      { cwd: repositoryRoot, maxBuffer: 16 * 1024 * 1024 },
      (error, output) => (error ? reject(error) : resolve(output)),
    )
    child.stdin?.end(text)
  })
}
