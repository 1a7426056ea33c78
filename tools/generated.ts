import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'
import { registries } from './generated/registries.ts'
import { repositoryRoot } from './tree.ts'

/** A committed file that is made from the code: `produce` returns its whole text. */
export type GeneratedFile = { path: string; produce: () => Promise<string> }

/** Compares each file with what would be produced now; a missing file is as bad as a stale one. */
export async function findStale(root: string, files: GeneratedFile[]): Promise<string[]> {
  const verdicts = await Promise.all(
    files.map(async ({ path, produce }) => {
      const [present, wanted] = await Promise.all([readIfPresent(join(root, path)), produce()])
      if (present === undefined) return [`missing: ${path}`]
      return present === wanted ? [] : [`stale: ${path}`]
    }),
  )
  return verdicts.flat()
}

/** Writes each file anew. */
export async function writeGenerated(root: string, files: GeneratedFile[]): Promise<void> {
  for (const { path, produce } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), await produce())
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Generated files that no line of `.gitattributes` marks, so that reviews would show all their changes. */
export async function findUnmarked(root: string, files: readonly Pick<GeneratedFile, 'path'>[]): Promise<string[]> {
  const attributes = (await readIfPresent(join(root, '.gitattributes'))) ?? ''
  const patterns = [...attributes.matchAll(/^(\S+) linguist-generated$/gm)].map(([, pattern = '']) => pattern)
  return files
    .filter(({ path }) => !patterns.some((pattern) => matchesGlob(path, pattern)))
    .map(({ path }) => `not marked as linguist-generated in .gitattributes: ${path}`)
}

// The list is imported late: what it is made of imports the registries, which have to be written first.
async function check(): Promise<number> {
  const { generated } = await import('./generated/files.ts')
  const problems = [...(await findStale(repositoryRoot, generated)), ...(await findUnmarked(repositoryRoot, generated))]
  for (const line of problems) console.log(line)
  if (problems.length > 0) console.log('run: npm run generate')
  console.log(`generated: ${generated.length} files, ${problems.length} problems`)
  return problems.length === 0 ? 0 : 1
}

async function generate(): Promise<number> {
  await writeGenerated(repositoryRoot, registries)
  const { generated } = await import('./generated/files.ts')
  await writeGenerated(repositoryRoot, generated)
  console.log(`generated: ${generated.length} files written`)
  return 0
}

if (import.meta.main) process.exitCode = await (process.argv.includes('--check') ? check() : generate())
