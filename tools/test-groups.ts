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
const separateTest =
  /matrix|memory|bulk-whole|apply\.test|build\.test|concurrency|analyst\.test|outage|failover|flood\.test|truth|delivery|disk-full|frozen|process\.test|queue|supervised|deadman|guard\.test|credentials|reporter\/test\/certificate|replicas/

const groupSize = 8

/**
 * Replaces test files by groups that run in one process each, one file after the other. Every file is a separate suite,
 * so its hooks apply only to itself. Files that are not grouped keep their order; groups come last.
 */
export async function groupTests(root: string, files: string[]): Promise<string[]> {
  // Each run has its own folder, so that two simultaneous runs do not touch each other's groups.
  const folder = join(root, 'node_modules/.cache/test-groups', String(process.pid))
  await mkdir(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const plan = planGroups(files)
  const written = plan.groups.map(async ({ name, members }) => {
    const file = join(folder, `${name}.test.mjs`)
    await writeFile(file, createSuiteSource(root, members))
    return file
  })
  return [...plan.alone, ...(await Promise.all(written))]
}

interface TestGroup {
  readonly name: string
  readonly members: readonly string[]
}

/** Decides which files run alone, and which in groups. */
export function planGroups(files: readonly string[]): { alone: string[]; groups: TestGroup[] } {
  const members = new Map(groupedPackages.map((name) => [name, [] as string[]]))
  const alone: string[] = []
  for (const file of files) {
    const group = separateTest.test(file) ? undefined : members.get(file.split('/')[1] ?? '')
    if (group === undefined) alone.push(file)
    else group.push(file)
  }
  const groups = [...members].flatMap(([name, all]) => {
    const count = Math.ceil(all.length / groupSize)
    return Array.from({ length: count }, (_, index) => ({
      name: `${name}-${index + 1}`,
      // Files are dealt out in turn, because files with similar names are often slow for the same reason.
      members: all.filter((_file, position) => position % count === index),
    }))
  })
  return { alone, groups }
}

/** The test runner starts a process per file, so a group is a file that loads its members as suites. */
function createSuiteSource(root: string, members: readonly string[]): string {
  const entries = members.map((file) => [file, pathToFileURL(join(root, file)).href])
  return `import { suite } from 'node:test'
for (const [file, url] of ${JSON.stringify(entries)}) suite(file, async () => { await import(url) })
`
}
