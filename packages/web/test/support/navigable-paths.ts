import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const features = join(import.meta.dirname, '../../src/features')

/** The addresses of all screens whose route puts them into the navigation. */
export function findNavigablePaths(): string[] {
  const files = readdirSync(features).map((name) => join(features, name, 'routes.ts'))
  return files.filter((file) => existsSync(file)).flatMap((file) => readNavigablePaths(readFileSync(file, 'utf8')))
}

export function readNavigablePaths(source: string): string[] {
  const routes = source.match(/createRoute\(\{[\s\S]*?^\}\)/gm) ?? []
  return routes
    .filter((route) => /staticData: \{ place:/.test(route))
    .flatMap((route) => /path: '([^']+)'/.exec(route)?.[1] ?? [])
}
