import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { repositoryRoot, walk } from './tree.ts'

/** Libraries of hundreds of small modules, which nearly every process loads. */
const bundledPackages = ['kysely', 'typebox']

const scriptPath = /\.m?js$/
/** The folder for code that several entries share. */
const chunkFolder = 'bundled'

/**
 * Replaces the modules of these libraries, where they are installed, by a few files with the same exports, so that each
 * process starts sooner and uses less memory. Libraries that are already bundled stay as they are.
 */
export async function bundleDependencies(root: string): Promise<void> {
  for (const name of bundledPackages) {
    const folder = join(root, 'node_modules', name)
    if (existsSync(folder) && !existsSync(join(folder, chunkFolder))) await bundlePackage(folder)
  }
}

async function bundlePackage(folder: string): Promise<void> {
  const entries = await listEntries(folder)
  const output = join(folder, '.bundled')
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((path) => [path.replace(scriptPath, ''), path])),
    platform: 'node',
    logLevel: 'silent',
  })
  const extension = extname(entries[0] ?? '')
  const written = await build.write({
    dir: output,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: `${chunkFolder}/[name]-[hash]${extension}`,
  })
  await build.close()
  for (const chunk of written.output)
    if (chunk.type === 'chunk' && chunk.isEntry) await requireSameExports(join(folder, chunk.fileName), chunk.exports)
  await replaceScripts(folder, output)
}

/** The files that other packages can import. */
async function listEntries(folder: string): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { exports: object }
  const targets = Object.values(exports).map((target) => (typeof target === 'string' ? target : target.default))
  return targets.filter((path: string) => scriptPath.test(path)).map((path: string) => path.replace('./', ''))
}

async function requireSameExports(original: string, bundled: readonly string[]): Promise<void> {
  const missing = Object.keys(await import(pathToFileURL(original).href)).filter((name) => !bundled.includes(name))
  if (missing.length > 0) throw new Error(`The bundle of ${original} lacks ${missing.join(', ')}`)
}

/** Replaces only scripts; type declarations and all other files stay. */
async function replaceScripts(folder: string, output: string): Promise<void> {
  const originalScripts = (await walk(folder, '', new Set(['.bundled']))).filter((path) => scriptPath.test(path))
  const bundled = await walk(output, '', new Set())
  for (const path of bundled) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await rename(join(output, path), join(folder, path))
  }
  for (const path of originalScripts) if (!bundled.includes(path)) await rm(join(folder, path))
  await rm(output, { recursive: true })
}

if (import.meta.main) await bundleDependencies(repositoryRoot)
