import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listTree } from '../tree.ts'

/**
 * Copies every file that is not ignored by git; changing the copy never changes the original. Installed packages are
 * linked one by one, so that those of the workspace can point to the copy: call `linkWorkspace` once all packages are
 * there.
 */
export async function copyRepository(root: string, folder: string): Promise<void> {
  for (const file of await listTree(root)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await copyFile(join(root, file), join(folder, file), constants.COPYFILE_FICLONE)
  }
  await linkEntries(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of await listPackages(root))
    await linkEntries(join(root, 'packages', name, 'node_modules'), join(folder, 'packages', name, 'node_modules'))
}

/** Links the packages of the copy by their names, as npm does. */
export async function linkWorkspace(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@wachta')
  await mkdir(scope, { recursive: true })
  for (const name of await listPackages(folder)) await symlink(join(folder, 'packages', name), join(scope, name))
}

async function listPackages(root: string): Promise<string[]> {
  const folder = join(root, 'packages')
  return existsSync(folder) ? readdir(folder) : []
}

async function linkEntries(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  await mkdir(to, { recursive: true })
  // Tools keep caches in hidden folders and would otherwise write to those of the original.
  const entries = (await readdir(from)).filter((name) => name === '.bin' || !/^(?:\.|@wachta$)/.test(name))
  for (const name of entries) await symlink(join(from, name), join(to, name))
}
