import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gates, runGates } from './check.ts'
import { runCommand } from './command.ts'
import { applyDiff } from './how-to/apply-diff.ts'
import { copyRepository, linkWorkspace } from './how-to/copy-repository.ts'
import { type FileChange, type HowTo, listTouchedFiles, parseHowTo } from './how-to/page.ts'
import { runWithServers } from './main.ts'
import { repositoryRoot } from './tree.ts'
import { checkTypes } from './types.ts'

/** The maximum number of files per kind of change, without generated ones. More means that the mechanism needs work. */
const maxFiles: Readonly<Record<string, number>> = {
  'docs/how-to-add-a-check.md': 3,
  'docs/how-to-add-a-channel.md': 3,
  'docs/how-to-add-a-resource.md': 4,
  'docs/how-to-add-a-screen.md': 4,
  'docs/how-to-add-a-process.md': 6,
}

interface Options {
  readonly limits?: Readonly<Record<string, number>>
  /** The folder for the copy, which is kept. By default, a temporary folder that is deleted. */
  readonly folder?: string | undefined
  /** Whether the pages are only applied, which takes seconds. */
  readonly isDryRun?: boolean
}

/**
 * Applies all how-to pages to a copy of the repository, updates its generated files, type-checks it and runs the tests
 * of the pages. Returns the problems, each with the page that it concerns.
 */
export async function checkHowTos(
  root: string,
  { limits = maxFiles, folder, isDryRun = false }: Options = {},
): Promise<string[]> {
  const pages = await readPages(root)
  const problems = [...findMissing(pages, limits), ...pages.flatMap((page) => findPageProblems(page, limits))]
  const copy = folder ?? (await mkdtemp(join(tmpdir(), 'wachta-how-to-')))
  try {
    await copyRepository(root, copy)
    for (const page of pages) problems.push(...(await applyPage(copy, page)))
    await linkWorkspace(copy)
    if (isDryRun) return problems
    // Later steps would only repeat problems that are known already, in other words.
    if (problems.length === 0) problems.push(...(await findStyleErrors(copy, pages)))
    if (problems.length === 0) problems.push(...(await generateFiles(copy)))
    if (problems.length === 0) problems.push(...(await findTypeErrors(copy, pages)))
    if (problems.length === 0) problems.push(...(await runOtherGates(copy)))
    if (problems.length === 0) problems.push(...(await runTests(copy, pages)))
    return problems
  } finally {
    if (folder === undefined) await rm(copy, { recursive: true })
  }
}

async function readPages(root: string): Promise<HowTo[]> {
  const names = (await readdir(join(root, 'docs'))).filter((name) => /^how-to-.*\.md$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => parseHowTo(`docs/${name}`, await readFile(join(root, 'docs', name), 'utf8'))),
  )
}

function findMissing(pages: readonly HowTo[], limits: Readonly<Record<string, number>>): string[] {
  const sources = new Set(pages.map(({ source }) => source))
  return [
    ...Object.keys(limits)
      .filter((source) => !sources.has(source))
      .map((source) => `${source}: is missing`),
  ]
}

function findPageProblems(page: HowTo, limits: Readonly<Record<string, number>>): string[] {
  const { source, filesTouched } = page
  const limit = limits[source]
  const files = listTouchedFiles(page)
  const tests = files.filter(isTest)
  return [
    ...(limit === undefined ? ['has no limit in tools/how-to.ts'] : []),
    ...(limit !== undefined && files.length > limit ? [`touches ${files.length} files, at most ${limit}`] : []),
    ...(filesTouched === files.length ? [] : [`says "Files touched: ${filesTouched}", but touches ${files.length}`]),
    ...(tests.length === 0 ? ['contains no test'] : []),
  ].map((problem) => `${source}: ${problem}`)
}

const isTest = (path: string): boolean => path.endsWith('.test.ts')

async function applyPage(copy: string, { source, changes }: HowTo): Promise<string[]> {
  const problems: string[] = []
  for (const change of changes) {
    try {
      await applyChange(copy, change)
    } catch (error) {
      problems.push(`${source}: ${change.path}: ${(error as Error).message}`)
    }
  }
  return problems
}

async function applyChange(copy: string, { path, kind, text }: FileChange): Promise<void> {
  const file = join(copy, path)
  if (kind === 'create' && existsSync(file)) throw new Error('exists already; show the edit as a diff')
  const content = kind === 'create' ? text : applyDiff(await readFile(file, 'utf8'), text)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

async function findStyleErrors(copy: string, pages: readonly HowTo[]): Promise<string[]> {
  const files = [...new Set(pages.flatMap(listTouchedFiles))]
  const biome = join(copy, 'node_modules', '.bin', 'biome')
  if (!existsSync(biome)) return []
  const { code, output } = await runCommand(biome, ['ci', '--colors=off', '--files-ignore-unknown=true', ...files], {
    cwd: copy,
  })
  return code === 0 ? [] : [`style: ${output}`]
}

async function generateFiles(copy: string): Promise<string[]> {
  if (!existsSync(join(copy, 'tools/generated.ts'))) return []
  const { code, output } = await runCommand(process.execPath, ['tools/generated.ts'], { cwd: copy })
  return code === 0 ? [] : [`npm run generate: ${output}`]
}

async function findTypeErrors(copy: string, pages: readonly HowTo[]): Promise<string[]> {
  const { ok, lines } = await checkTypes(copy)
  if (ok) return []
  const source = (line: string) =>
    pages.find((page) => listTouchedFiles(page).some((path) => line.startsWith(path)))?.source
  return lines.slice(0, -1).map((line) => `${source(line) ?? 'types'}: ${line}`)
}

/** Gates that a change of the kinds described here can fail. The site cannot be built from linked packages. */
async function runOtherGates(copy: string): Promise<string[]> {
  if (!existsSync(join(copy, 'tools/check.ts'))) return []
  const wanted = gates.filter(({ name }) => ['unused', 'promises', 'layers', 'imports'].includes(name))
  const results = await runGates(copy, wanted, 2)
  return results.filter(({ ok }) => !ok).map(({ name, output }) => `npm run check (${name}): ${output}`)
}

async function runTests(copy: string, pages: readonly HowTo[]): Promise<string[]> {
  const problems: string[] = []
  for (const page of pages) {
    const tests = listTouchedFiles(page).filter(isTest)
    const { code, output } = await runCommand(process.execPath, ['--test', '--test-reporter=spec', ...tests], {
      cwd: copy,
      env: withoutTestContext(process.env),
    })
    if (code !== 0) problems.push(`${page.source}: ${tests.join(', ')} failed:\n${output}`)
  }
  return problems
}

/** A test runner that finds itself inside another one runs no files. */
function withoutTestContext({ NODE_TEST_CONTEXT, ...environment }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment
}

async function main(args: string[]): Promise<number> {
  const { folder } = parseArgs({ args, options: { folder: { type: 'string' } } }).values
  const problems = await checkHowTos(repositoryRoot, { folder })
  for (const line of problems) console.log(line)
  console.log(`how-to: ${Object.keys(maxFiles).length} pages, ${problems.length} problems`)
  return problems.length === 0 ? 0 : 1
}

if (import.meta.main) await runWithServers(main)
