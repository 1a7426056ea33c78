import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Packages whose tests share a process: loading their modules takes longer than most of their tests. */
const groupedPackages = [
  ...['api', 'web', 'domain', 'cli', 'client'],
  ...['analyst', 'bus', 'channels', 'checks', 'notifier', 'planner', 'reporter', 'runtime', 'sensor'],
  ...['database', 'evidence', 'mcp', 'paper', 'recording', 'report', 'resource', 'signature'],
]

/** Tests that measure their own process, or are long enough to be scheduled alone. */
const separate =
  /matrix|memory|bulk-whole|apply\.test|build\.test|concurrency|analyst\.test|outage|failover|flood\.test|truth|delivery|disk-full|frozen|process\.test|queue|supervised|deadman|guard\.test|credentials|reporter\/test\/certificate|replicas/

const groupSize = 8

/**
 * Replaces test files by groups that run in one process each, one file after the other. Every file is a suite of its
 * own, so its hooks stay its own. Files that are not grouped keep their place; groups come last.
 */
export async function groupTests(root: string, files: string[]): Promise<string[]> {
  // Of its own, so that two runs at once leave each other's groups alone.
  const folder = join(root, 'node_modules/.cache/test-groups', String(process.pid))
  await mkdir(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const grouped = planGroups(files)
  const written = grouped.groups.map(async ({ name, members }) => {
    const file = join(folder, `${name}.test.mjs`)
    await writeFile(file, suiteSource(root, members))
    return file
  })
  return [...grouped.alone, ...(await Promise.all(written))]
}

interface TestGroup {
  readonly name: string
  readonly members: readonly string[]
}

/** Which files run alone and which together; a package with a single file needs no group. */
export function planGroups(files: readonly string[]): { alone: string[]; groups: TestGroup[] } {
  const members = new Map(groupedPackages.map((name) => [name, [] as string[]]))
  const alone: string[] = []
  for (const file of files) {
    const group = separate.test(file) ? undefined : members.get(file.split('/')[1] ?? '')
    if (group === undefined) alone.push(file)
    else group.push(file)
  }
  const groups = [...members].flatMap(([name, all]) => {
    const count = Math.ceil(all.length / groupSize)
    return Array.from({ length: count }, (_, index) => ({
      name: `${name}-${index + 1}`,
      // Dealt out in turn: neighbours by name are often slow for the same reason.
      members: all.filter((_file, place) => place % count === index),
    }))
  })
  return { alone, groups }
}

/** The runner reads a file per process, so a group is one: it loads its members as suites. */
function suiteSource(root: string, members: readonly string[]): string {
  const entries = members.map((file) => [file, pathToFileURL(join(root, file)).href])
  return `import { suite } from 'node:test'
for (const [file, url] of ${JSON.stringify(entries)}) suite(file, async () => { await import(url) })
`
}
