import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listTree, repositoryRoot } from './tree.ts'

interface UnexplainedDependency {
  readonly dependency: string
  readonly file: string
}

/** Finds external run-time dependencies of packages without a row in a table of a decision record. */
export async function findUnexplained(
  root: string,
): Promise<{ dependencies: number; unexplained: UnexplainedDependency[] }> {
  const files = await listTree(root)
  const records = await readAll(
    root,
    files.filter((file) => /^docs\/adr\/\d{4}-.*\.md$/.test(file)),
  )
  const explained = new Set(records.flatMap(({ text }) => findNamesInTables(text)))
  const manifests = await readAll(
    root,
    files.filter((file) => /^packages\/[^/]+\/package\.json$/.test(file)),
  )
  const used = manifests.flatMap(({ file, text }) =>
    listExternalDependencies(text).map((dependency) => ({ dependency, file })),
  )
  return {
    dependencies: new Set(used.map(({ dependency }) => dependency)).size,
    unexplained: used.filter(({ dependency }) => !explained.has(dependency)),
  }
}

/** Returns the names in code style in the first cell of each row: `| \`pg\`, \`kysely\` | …`. */
function findNamesInTables(text: string): string[] {
  const firstCells = [...text.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = '']) => cell)
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

function listExternalDependencies(manifest: string): string[] {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(manifest)
  return Object.keys(dependencies).filter((name) => !name.startsWith('@wachta/'))
}

const readAll = (root: string, files: string[]) =>
  Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))

if (import.meta.main) {
  const { dependencies, unexplained } = await findUnexplained(resolve(process.argv[2] ?? repositoryRoot))
  for (const { dependency, file } of unexplained)
    console.log(`${file}: ${dependency} has no line in a table of docs/adr/, such as 0006-run-time-dependencies.md`)
  console.log(`dependencies: ${dependencies} at run time, ${unexplained.length} unexplained`)
  if (unexplained.length > 0 || dependencies === 0) process.exitCode = 1
}
