import { cpSync, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fontFiles } from '@wachta/paper/src/child/fonts.ts'
import { bundleDependencies } from '../bundle-dependencies.ts'
import type { Lockfile } from '../lockfile.ts'
import { findPackageClosure } from './closure.ts'
import { findRuntimeDependencies } from './dependencies.ts'

/** The two programs that can be installed: the operator's command, which starts every process, and the sensor. */
export const entryPoints = { operate: 'bin/wachta', sensor: 'bin/wachta-sensor' } as const
export type EntryPoint = keyof typeof entryPoints

// Files of a package that are not needed at run time. The built app is copied separately.
const excludedEntries = new Set(['test', 'examples', 'dist', 'node_modules', '.screens', 'vite.config.ts'])

// Node never reads these files, and they are half of all files.
const editorFile = /\.(?:map|d\.[cm]?ts)$/

/** Font packages contain every style; reports use four. */
const isUnusedFont = (path: string): boolean =>
  path.endsWith('.ttf') && !fontFiles.some((name) => path.endsWith(`/node_modules/${name}`))

/** The library can also show traces, record and install browsers; a sensor does none of this. */
const isUnusedTool = (path: string): boolean =>
  /\/node_modules\/playwright-core\/(?:bin|cli\.js|lib\/(?:tools|vite|xdg-open))$/.test(path)

/**
 * Copies everything that an installation needs at run time into an empty folder: the sources of the needed packages,
 * the built web app, and the run-time dependencies. Image and archive are built from it.
 */
export async function assemble(
  root: string,
  entryPoint: EntryPoint,
  target: string,
  webApp = join(root, 'packages', 'web', 'dist'),
): Promise<void> {
  await requireEmpty(target)
  await mkdir(join(target, 'bin'), { recursive: true })
  for (const file of ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    await cp(join(root, file), join(target, file))
  for (const program of [entryPoints[entryPoint], 'bin/is-ready'])
    await cp(join(root, 'deploy', program), join(target, program))
  const folders = await findPackageClosure(root, entryPoint)
  for (const folder of folders) {
    await cp(join(root, 'packages', folder), join(target, 'packages', folder), {
      recursive: true,
      filter: (path) => !excludedEntries.has(basename(path)),
    })
  }
  if (entryPoint === 'operate') await copyWebApp(webApp, target)
  await copyDependencies(root, `packages/${entryPoint}`, target)
  await bundleDependencies(target)
  await linkPackages(folders, target)
  for (const folder of ['.', ...folders.map((name) => `packages/${name}`)])
    await removeDevelopmentDependencies(join(target, folder, 'package.json'))
}

async function requireEmpty(target: string): Promise<void> {
  const content = existsSync(target) ? await readdir(target) : []
  if (content.length > 0) throw new Error(`${target} contains other files; take an empty folder`)
}

async function copyWebApp(built: string, target: string): Promise<void> {
  if (!existsSync(join(built, 'index.html')))
    throw new Error('The web app is not built. Run: npm run build -w @wachta/web')
  await cp(built, join(target, 'packages', 'web', 'dist'), { recursive: true })
}

/** Copies what `npm ci` has installed and verified against the lockfile. */
async function copyDependencies(root: string, first: string, target: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  for (const { path, isOptional } of findRuntimeDependencies(lockfile, first)) {
    // A nested dependency has its own entry, if it is needed.
    const nested = join(root, path, 'node_modules')
    const filter = (source: string) =>
      source !== nested && !editorFile.test(source) && !isUnusedFont(source) && !isUnusedTool(source)
    if (existsSync(join(root, path))) cpSync(join(root, path), join(target, path), { recursive: true, filter })
    // A missing optional dependency is a program for another system.
    else if (!isOptional) throw new Error(`${path} is not installed. Run: npm ci --ignore-scripts`)
  }
}

/** Links workspaces as npm does: Node runs TypeScript only outside `node_modules`. */
async function linkPackages(folders: readonly string[], target: string): Promise<void> {
  const scope = join(target, 'node_modules', '@wachta')
  await mkdir(scope, { recursive: true })
  for (const folder of folders) await symlink(`../../packages/${folder}`, join(scope, folder))
}

/** Removes development dependencies from the file, so that npm does not report them as missing. */
async function removeDevelopmentDependencies(file: string): Promise<void> {
  const { devDependencies: _, scripts: _scripts, ...kept } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
}
