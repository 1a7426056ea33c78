import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiKeyScopeReference } from './generated/api-key-scopes.ts'
import { clientOperations, clientTypes } from './generated/client.ts'
import { commandReference } from './generated/command.ts'
import { configurationReference } from './generated/configuration.ts'
import { dashboard } from './generated/dashboard.ts'
import { openApiDocument, swaggerDocument } from './generated/documents.ts'
import { errorReference } from './generated/errors.ts'
import { metricsReference } from './generated/metrics.ts'
import { offeredReference } from './generated/offered.ts'
import { statements } from './generated/statements.ts'
import { repositoryRoot } from './tree.ts'

/** A committed file that is made from the code: `produce` returns its whole text. */
export type Generated = { path: string; produce: () => Promise<string> }

/** Every generated file of the repository. A new one is one line here. */
export const generated: Generated[] = [
  { path: 'api/openapi.json', produce: openApiDocument },
  { path: 'api/swagger2.json', produce: swaggerDocument },
  { path: 'docs/reference/errors.md', produce: errorReference },
  { path: 'docs/reference/api-key-scopes.md', produce: apiKeyScopeReference },
  { path: 'docs/reference/command.md', produce: commandReference },
  { path: 'docs/reference/configuration.md', produce: configurationReference },
  { path: 'docs/reference/metrics.md', produce: metricsReference },
  { path: 'docs/reference/offered.md', produce: offeredReference },
  { path: 'deploy/grafana/wachta.json', produce: dashboard('en') },
  { path: 'deploy/grafana/wachta.pl.json', produce: dashboard('pl') },
  { path: 'packages/client/src/operations.ts', produce: clientOperations },
  { path: 'packages/client/src/types.ts', produce: clientTypes },
  ...statements,
]

/** Compares each file with what would be produced now; a missing file is as bad as a stale one. */
export async function findStale(root: string, files: Generated[]): Promise<string[]> {
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
export async function writeGenerated(root: string, files: Generated[]): Promise<void> {
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

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = await findStale(repositoryRoot, generated)
    for (const line of stale) console.log(line)
    if (stale.length > 0) {
      console.log('run: npm run generate')
      process.exitCode = 1
    }
    console.log(`generated: ${generated.length - stale.length} files fresh`)
  } else {
    await writeGenerated(repositoryRoot, generated)
    console.log(`generated: ${generated.length} files written`)
  }
}
