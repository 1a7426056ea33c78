import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { listTree } from '../../tools/tree.ts'
import { findMentions, type Mention, sqlWords } from './mentions.ts'

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
   * The code that runs: sources of packages, without those that only display (the web app) or repeat (the generated
   * client).
   */
  readonly product: readonly SourceFile[]
  readonly tests: readonly TestFile[]
  /** Returns the file and its imports, up to this number of steps away, within the given folder. */
  closure(path: string, within?: string, steps?: number): readonly SourceFile[]
}

const isProduct = /^packages\/(?!web\/|client\/|site\/|testing\/)[^/]+\/src\/.*\.ts$/
/** Written by hand and used by the command; it only passes on what others do. */
const isClient = /^packages\/client\/src\/(?!operations|types).*\.ts$/
const isStatement = /^packages\/database\/sql\/.*\.sql$/
const isTest =
  /^(?:packages\/(?:[^/]+\/test|testing\/src)|tools\/test|benchmarks\/[^/]+|proofs\/(?!promises\/)[^/]+)\/.*\.tsx?$/

/** Reads the whole repository once; `extra` files replace those of the same path, for controls. */
export async function readSourceTree(root: string, extra: Readonly<Record<string, string>> = {}): Promise<SourceTree> {
  const doors = await readDoors(root)
  const paths = (await listTree(root)).filter((path) =>
    [isProduct, isClient, isStatement, isTest].some((each) => each.test(path)),
  )
  const read = await Promise.all(
    [...new Set([...paths, ...Object.keys(extra)])].map(async (path) => {
      const text = extra[path] ?? (await readFile(join(root, path), 'utf8'))
      return isStatement.test(path) ? readStatements(path, text) : readSource(path, text, doors)
    }),
  )
  return assembleTree(read)
}

export const parse = ({ path, text }: Pick<SourceFile, 'path' | 'text'>): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** Connects the files that were read. */
function assembleTree(read: readonly SourceFile[]): SourceTree {
  const files = new Map(read.map((file) => [file.path, file]))
  const closure: SourceTree['closure'] = (path, within = '', steps = 99) => closureOf(files, path, within, steps)
  return {
    files,
    product: read.filter(({ path }) => isProduct.test(path) || isStatement.test(path)),
    tests: read
      .filter(({ path }) => isTest.test(path) && path.endsWith('.test.ts'))
      .map((file) => testFile(file, closure)),
    closure,
  }
}

export const inFolder = <F extends { readonly path: string }>(
  files: readonly F[],
  ...folders: readonly string[]
): F[] => files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))

/** Caches what was found for a key, for the lifetime of the tree. */
export function remember<T>(tree: SourceTree, key: string, find: () => T): T {
  const kept = remembered.get(tree) ?? new Map<string, unknown>()
  remembered.set(tree, kept)
  if (!kept.has(key)) kept.set(key, find())
  return kept.get(key) as T
}
const remembered = new WeakMap<SourceTree, Map<string, unknown>>()

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
      const filled = new RegExp(`^${text.split('*').map(RegExp.escape).join('([a-z_]+)')}$`).exec(word)
      const found = filled && mentions.find((mention) => accepts(mention, file))
      if (found && filled.slice(1).every((part) => findMention(files, part, ({ kind }) => kind !== 'text')))
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

function readSource(path: string, text: string, doors: ReadonlyMap<string, string>): SourceFile {
  const imports = importedNames(text).flatMap((name) => resolveImport(path, name, doors) ?? [])
  return { path, text, imports, mentions: Map.groupBy(findMentions(parse({ path, text })), ({ word }) => word) }
}

/** Of a migration only the bodies of functions and the views count, because they run later; its tables do not. */
function readStatements(path: string, text: string): SourceFile {
  const bodies = [...text.matchAll(/\$\$([\s\S]*?)\$\$|create (?:or replace )?view [\s\S]*?;/gi)]
  const mentions = bodies.flatMap(({ 0: body, index }) => {
    const line = text.slice(0, index).split('\n').length
    return sqlWords(body).map((word) => ({ ...word, line, from: 'sql' }))
  })
  return { path, text, imports: [], mentions: Map.groupBy(mentions, ({ word }) => word) }
}

/** Names in static and dynamic imports and re-exports; a name in a comment only adds a file too many. */
const importedNames = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g)].map(([, name = '']) => name)

function resolveImport(from: string, name: string, doors: ReadonlyMap<string, string>): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  const [door, file] = [...doors].find(([door]) => fills(door, name)) ?? []
  return door === undefined ? undefined : file?.replace('*', name.slice(door.indexOf('*')))
}

/** An entry of `exports` is a name, or a prefix of names that ends in `*`. */
const fills = (door: string, name: string): boolean =>
  door.endsWith('*') ? name.startsWith(door.slice(0, -1)) : door === name

/** Returns the file for the name of each package, and for its other exports. */
async function readDoors(root: string): Promise<ReadonlyMap<string, string>> {
  const manifests = (await listTree(root)).filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
  const doors = await Promise.all(
    manifests.map(async (path) => {
      const { name, exports = {} } = JSON.parse(await readFile(join(root, path), 'utf8'))
      return Object.entries<unknown>(exports).flatMap(([door, file]): [string, string][] =>
        typeof file === 'string' ? [[join(name, door), join(dirname(path), file)]] : [],
      )
    }),
  )
  return new Map(doors.flat())
}

function closureOf(files: ReadonlyMap<string, SourceFile>, path: string, within: string, steps: number): SourceFile[] {
  const seen = new Map<string, SourceFile>()
  let edge = [path]
  for (let step = 0; step <= steps && edge.length > 0; step++) {
    const fresh = edge.filter((each) => !seen.has(each)).flatMap((each) => files.get(each) ?? [])
    for (const file of fresh) seen.set(file.path, file)
    edge = fresh.flatMap(({ imports }) => imports).filter((each) => each.startsWith(within))
  }
  return [...seen.values()]
}

function testFile({ path }: SourceFile, closure: SourceTree['closure']): TestFile {
  const files = closure(path).filter((file) => isTest.test(file.path))
  return { path, files, words: new Set(files.flatMap(({ mentions }) => [...mentions.keys()])) }
}
