import { cpSync, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fontFiles } from '@wachta/paper/src/child/fonts.ts'
import { bundleDependencies } from '../bundle-dependencies.ts'
import type { Lockfile } from '../lockfile.ts'
import { packageClosure } from './closure.ts'
import { runtimeDependencies } from './dependencies.ts'

/** What can be installed alone: everything by the operator's command, or a sensor. */
export const doors = { operate: 'bin/wachta', sensor: 'bin/wachta-sensor' } as const
export type Door = keyof typeof doors

// Of a package only what runs: a built app comes apart, and tests stay at home.
const left = new Set(['test', 'examples', 'dist', 'node_modules', '.screens', 'vite.config.ts'])

// Node never reads them, and they are half of all files.
const forEditors = /\.(?:map|d\.[cm]?ts)$/

/** Packages of fonts have every face; reports are printed with four. */
const isUnusedFont = (path: string): boolean =>
  path.endsWith('.ttf') && !fontFiles.some((name) => path.endsWith(`/node_modules/${name}`))

/** The library also shows traces, records, and installs browsers; a sensor does none of it. */
const isUnusedTool = (path: string): boolean =>
  /\/node_modules\/playwright-core\/(?:bin|cli\.js|lib\/(?:tools|vite|xdg-open))$/.test(path)

/**
 * Puts the tree that an installation runs from into an empty folder: sources of the packages that are needed, the built web app, and
 * those of the installed dependencies that are used when it runs. Image and archive are made of it.
 */
export async function assemble(
  root: string,
  door: Door,
  target: string,
  webApp = join(root, 'packages', 'web', 'dist'),
): Promise<void> {
  await refuseFilled(target)
  await mkdir(join(target, 'bin'), { recursive: true })
  for (const file of ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md'])
    await cp(join(root, file), join(target, file))
  for (const program of [doors[door], 'bin/is-ready']) await cp(join(root, 'deploy', program), join(target, program))
  const folders = await packageClosure(root, door)
  for (const folder of folders) {
    await cp(join(root, 'packages', folder), join(target, 'packages', folder), {
      recursive: true,
      filter: (path) => !left.has(basename(path)),
    })
  }
  if (door === 'operate') await copyWebApp(webApp, target)
  await copyDependencies(root, `packages/${door}`, target)
  await bundleDependencies(target)
  await linkPackages(folders, target)
  for (const folder of ['.', ...folders.map((name) => `packages/${name}`)])
    await forgetDevelopment(join(target, folder, 'package.json'))
}

async function refuseFilled(target: string): Promise<void> {
  const content = existsSync(target) ? await readdir(target) : []
  if (content.length > 0) throw new Error(`${target} contains other files; take an empty folder`)
}

async function copyWebApp(built: string, target: string): Promise<void> {
  if (!existsSync(join(built, 'index.html')))
    throw new Error('The web app is not built. Run: npm run build -w @wachta/web')
  await cp(built, join(target, 'packages', 'web', 'dist'), { recursive: true })
}

/** From what `npm ci` has installed, whose sums it has compared with the lockfile. */
async function copyDependencies(root: string, first: string, target: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  for (const { path, isOptional } of runtimeDependencies(lockfile, first)) {
    // What is nested in it is a dependency of its own, needed or not.
    const nested = join(root, path, 'node_modules')
    const filter = (source: string) =>
      source !== nested && !forEditors.test(source) && !isUnusedFont(source) && !isUnusedTool(source)
    if (existsSync(join(root, path))) cpSync(join(root, path), join(target, path), { recursive: true, filter })
    // An optional one that is missing is a program for another system than this one.
    else if (!isOptional) throw new Error(`${path} is not installed. Run: npm ci --ignore-scripts`)
  }
}

/** As npm does it for workspaces: Node runs TypeScript only where it is not below `node_modules`. */
async function linkPackages(folders: readonly string[], target: string): Promise<void> {
  const scope = join(target, 'node_modules', '@wachta')
  await mkdir(scope, { recursive: true })
  for (const folder of folders) await symlink(`../../packages/${folder}`, join(scope, folder))
}

/** What was left out is not missing. */
async function forgetDevelopment(file: string): Promise<void> {
  const { devDependencies: _, scripts: _scripts, ...kept } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
}
