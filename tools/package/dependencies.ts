import type { LockedPackage, Lockfile } from '../lockfile.ts'

/**
 * Returns the paths in the lockfile of everything that a package needs at run time: folders below `node_modules`,
 * without packages of ours. Modules are resolved as Node does it: in the nearest `node_modules`, then outwards.
 * Optional ones may be for other systems.
 */
export function findRuntimeDependencies(
  { packages }: Lockfile,
  firstFolder: string,
): { path: string; isOptional: boolean }[] {
  const found = new Map<string, boolean>()
  const pending = [firstFolder]
  const visited = new Set(pending)
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    for (const { name, isOptional } of listNeeds(packages[from] ?? {})) {
      const path = locate(packages, from, name)
      if (path === undefined) {
        if (isOptional) continue
        throw new Error(`${from} needs ${name}, which is not in the lockfile. Run: npm install --ignore-scripts`)
      }
      const { link, resolved = '', optional = false } = packages[path] ?? {}
      if (!link) found.set(path, optional)
      const target = link ? resolved : path
      if (!visited.has(target)) pending.push(target)
      visited.add(target)
    }
  }
  return [...found].map(([path, isOptional]) => ({ path, isOptional })).sort((a, b) => (a.path < b.path ? -1 : 1))
}

function listNeeds(wanted: LockedPackage): { name: string; isOptional: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = wanted
  // An optional peer dependency is used only if something else installs it, which is not the case here.
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [
    ...[...Object.keys(dependencies), ...peers]
      .filter((name) => !Object.hasOwn(optionalDependencies, name))
      .map((name) => ({ name, isOptional: false })),
    ...Object.keys(optionalDependencies).map((name) => ({ name, isOptional: true })),
  ]
}

function locate(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}
