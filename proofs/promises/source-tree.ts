import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { listTree } from '../../tools/tree.ts'
import { findMentions, findSqlWords, type Mention } from './mentions.ts'

export type { Mention } from './mentions.ts'

/** One file of the repository, and every word in its code. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly mentions: ReadonlyMap<string, readonly Mention[]>
  /** Paths of the files that it imports. */
  readonly imports: readonly string[]
}

/** A line of a file. */
export interface SourceLine {
  readonly path: string
  readonly line: number
}

/** A test file with the test files that it imports, whose words count as its own. */
export interface TestFile {
  readonly path: string
  readonly files: readonly SourceFile[]
  readonly words: ReadonlySet<string>
}

/** Sources of the product and its tests. */
export interface SourceTree {
  readonly files: ReadonlyMap<string, SourceFile>
  /**
   * The code that implements features: sources of packages, except the web app, which only displays, and the generated
   * client, which repeats the API.
   */
  readonly product: readonly SourceFile[]
  readonly tests: readonly TestFile[]
  /** Returns the file and its imports, up to this number of steps away, within the given folder. */
  closure(path: string, within?: string, steps?: number): readonly SourceFile[]
}

const productPath = /^packages\/(?!web\/|client\/|site\/|testing\/)[^/]+\/src\/.*\.ts$/
/** The handwritten part of the client, which the command uses; it implements nothing by itself. */
const clientPath = /^packages\/client\/src\/(?!operations|types).*\.ts$/
const statementPath = /^packages\/database\/sql\/.*\.sql$/
const testPath =
  /^(?:packages\/(?:[^/]+\/test|testing\/src)|tools\/test|benchmarks\/[^/]+|proofs\/(?!promises\/)[^/]+)\/.*\.tsx?$/

/** Reads the whole repository once; `extra` files replace those of the same path, for controls. */
export async function readSourceTree(root: string, extra: Readonly<Record<string, string>> = {}): Promise<SourceTree> {
  const exportFiles = await readExports(root)
  const paths = (await listTree(root)).filter((path) =>
    [productPath, clientPath, statementPath, testPath].some((each) => each.test(path)),
  )
  const sourceFiles = await Promise.all(
    [...new Set([...paths, ...Object.keys(extra)])].map(async (path) => {
      const text = extra[path] ?? (await readFile(join(root, path), 'utf8'))
      return statementPath.test(path) ? readStatements(path, text) : readSource(path, text, exportFiles)
    }),
  )
  return assembleTree(sourceFiles)
}

export const parse = ({ path, text }: Pick<SourceFile, 'path' | 'text'>): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** Assembles the tree of the files that were read. */
function assembleTree(sourceFiles: readonly SourceFile[]): SourceTree {
  const files = new Map(sourceFiles.map((file) => [file.path, file]))
  const closure: SourceTree['closure'] = (path, within = '', steps = 99) => findClosure(files, path, within, steps)
  return {
    files,
    product: sourceFiles.filter(({ path }) => productPath.test(path) || statementPath.test(path)),
    tests: sourceFiles
      .filter(({ path }) => testPath.test(path) && path.endsWith('.test.ts'))
      .map((file) => createTestFile(file, closure)),
    closure,
  }
}

export const inFolder = <F extends { readonly path: string }>(
  files: readonly F[],
  ...folders: readonly string[]
): F[] => files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))

/** Caches what was found for a key, for the lifetime of the tree. */
export function memoize<T>(tree: SourceTree, key: string, find: () => T): T {
  const cache = caches.get(tree) ?? new Map<string, unknown>()
  caches.set(tree, cache)
  if (!cache.has(key)) cache.set(key, find())
  return cache.get(key) as T
}
const caches = new WeakMap<SourceTree, Map<string, unknown>>()

/** Returns the first mention of a word that the rule accepts. */
export function findMention(
  files: Iterable<SourceFile>,
  word: string,
  accepts: (mention: Mention, file: SourceFile) => boolean = () => true,
): SourceLine | undefined {
  for (const file of files) {
    const found = file.mentions.get(word)?.find((mention) => accepts(mention, file))
    if (found) return { path: file.path, line: found.line }
  }
  return undefined
}

/**
 * Returns the first template that can produce the word: `timeout_${phase}` for `timeout_tls`, where `tls` is a word of
 * the same files.
 */
export function findTemplate(
  files: readonly SourceFile[],
  word: string,
  accepts: (mention: Mention, file: SourceFile) => boolean = () => true,
): SourceLine | undefined {
  for (const file of files)
    for (const [text, mentions] of file.mentions) {
      if (!text.includes('*') || !/[a-z]/.test(text)) continue
      const match = new RegExp(`^${text.split('*').map(RegExp.escape).join('([a-z_]+)')}$`).exec(word)
      const found = match && mentions.find((mention) => accepts(mention, file))
      if (found && match.slice(1).every((part) => findMention(files, part, ({ kind }) => kind !== 'text')))
        return { path: file.path, line: found.line }
    }
  return undefined
}

/** Returns the first test, among those that the rule accepts, that names the word. */
export function findTest(
  tests: Iterable<TestFile>,
  word: string,
  accepts: (test: TestFile) => boolean = () => true,
): SourceLine | undefined {
  for (const test of tests) if (test.words.has(word) && accepts(test)) return findMention(test.files, word)
  return undefined
}

function readSource(path: string, text: string, exportFiles: ReadonlyMap<string, string>): SourceFile {
  const imports = importedNames(text).flatMap((name) => resolveImport(path, name, exportFiles) ?? [])
  return { path, text, imports, mentions: Map.groupBy(findMentions(parse({ path, text })), ({ word }) => word) }
}

/** Of a migration, only the bodies of functions and views count, because they run later; its tables do not. */
function readStatements(path: string, text: string): SourceFile {
  const bodies = [...text.matchAll(/\$\$([\s\S]*?)\$\$|create (?:or replace )?view [\s\S]*?;/gi)]
  const mentions = bodies.flatMap(({ 0: body, index }) => {
    const line = text.slice(0, index).split('\n').length
    return findSqlWords(body).map((word) => ({ ...word, line, from: 'sql' }))
  })
  return { path, text, imports: [], mentions: Map.groupBy(mentions, ({ word }) => word) }
}

/** Names in static and dynamic imports and re-exports. A match in a comment does no harm: it only adds a file. */
const importedNames = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g)].map(([, name = '']) => name)

function resolveImport(from: string, name: string, exportFiles: ReadonlyMap<string, string>): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  const [door, file] = [...exportFiles].find(([door]) => matchesExport(door, name)) ?? []
  return door === undefined ? undefined : file?.replace('*', name.slice(door.indexOf('*')))
}

/** Whether an entry of `exports` matches a name: it is a name, or a prefix followed by `*`. */
const matchesExport = (exportName: string, name: string): boolean =>
  exportName.endsWith('*') ? name.startsWith(exportName.slice(0, -1)) : exportName === name

/** Returns the file of every export of every package, by the name that importers use. */
async function readExports(root: string): Promise<ReadonlyMap<string, string>> {
  const manifests = (await listTree(root)).filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
  const exportFiles = await Promise.all(
    manifests.map(async (path) => {
      const { name, exports = {} } = JSON.parse(await readFile(join(root, path), 'utf8'))
      return Object.entries<unknown>(exports).flatMap(([exportName, file]): [string, string][] =>
        typeof file === 'string' ? [[join(name, exportName), join(dirname(path), file)]] : [],
      )
    }),
  )
  return new Map(exportFiles.flat())
}

function findClosure(
  files: ReadonlyMap<string, SourceFile>,
  path: string,
  within: string,
  steps: number,
): SourceFile[] {
  const seen = new Map<string, SourceFile>()
  let frontier = [path]
  for (let step = 0; step <= steps && frontier.length > 0; step++) {
    const fresh = frontier.filter((each) => !seen.has(each)).flatMap((each) => files.get(each) ?? [])
    for (const file of fresh) seen.set(file.path, file)
    frontier = fresh.flatMap(({ imports }) => imports).filter((each) => each.startsWith(within))
  }
  return [...seen.values()]
}

function createTestFile({ path }: SourceFile, closure: SourceTree['closure']): TestFile {
  const files = closure(path).filter((file) => testPath.test(file.path))
  return { path, files, words: new Set(files.flatMap(({ mentions }) => [...mentions.keys()])) }
}
