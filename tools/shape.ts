import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { longFunctions, sharedNames, wideFunctions } from './shape-exceptions.ts'
import { listSources, repositoryRoot } from './tree.ts'

/** A function must fit on a screen, and a call must be readable without counting its arguments. */
const maxLines = 80
const maxParameters = 3

/** The parts of a source that the gate examines. */
interface SourceShape {
  readonly file: string
  readonly functions: readonly { readonly name: string; readonly lines: number; readonly parameters: number }[]
  readonly exports: readonly string[]
}

export interface Exceptions {
  readonly longFunctions: Readonly<Record<string, string>>
  readonly wideFunctions: Readonly<Record<string, string>>
  readonly sharedNames: Readonly<Record<string, string>>
}

/**
 * Functions that are too long or take too many parameters, and names that several files export. An exception is listed
 * with its reason; one that is no longer needed is a fault too.
 */
export async function inspectShape(root: string, exceptions: Exceptions): Promise<{ files: number; faults: string[] }> {
  const sources = (await listSources(root)).filter((file) => !file.startsWith('packages/testing/'))
  const shapes = await Promise.all(sources.map((file) => readShape(root, file)))
  const long = shapes.flatMap(({ file, functions }) =>
    functions.filter(({ lines }) => lines > maxLines).map(({ name, lines }) => [`${file} ${name}`, `${lines} lines`]),
  )
  const wide = shapes.flatMap(({ file, functions }) =>
    functions
      .filter(({ parameters }) => parameters > maxParameters)
      .map(({ name, parameters }) => [`${file} ${name}`, `${parameters} parameters`]),
  )
  const shared = findSharedNames(shapes).map(([name, files]) => [name, `exported by ${files.join(', ')}`])
  return {
    files: shapes.length,
    faults: [
      ...compareWithExceptions(long, exceptions.longFunctions),
      ...compareWithExceptions(wide, exceptions.wideFunctions),
      ...compareWithExceptions(shared, exceptions.sharedNames),
    ],
  }
}

/** Returns findings that are not listed, and listed exceptions that were not found. */
function compareWithExceptions(found: readonly string[][], listed: Readonly<Record<string, string>>): string[] {
  const names = new Set(found.map(([name]) => name))
  return [
    ...found.filter(([name = '']) => !Object.hasOwn(listed, name)).map((parts) => parts.join(': ')),
    ...Object.keys(listed)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: no exception is needed any more`),
  ]
}

/** Whether exported names are given: languages of the web app share names, and types of the client have API names. */
const hasGivenNames = (file: string): boolean =>
  /\/messages\.[a-z]{2}\.ts$/.test(file) || file === 'packages/client/src/types.ts'

function findSharedNames(shapes: readonly SourceShape[]): [string, string[]][] {
  const files = new Map<string, string[]>()
  for (const { file, exports } of shapes)
    if (!hasGivenNames(file)) for (const name of exports) files.set(name, [...(files.get(name) ?? []), file])
  return [...files].filter(([, exporters]) => exporters.length > 1)
}

async function readShape(root: string, file: string): Promise<SourceShape> {
  const text = await readFile(join(root, file), 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  return { file, functions: listFunctions(source), exports: [...new Set(source.statements.flatMap(listExportedNames))] }
}

function listFunctions(source: ts.SourceFile): SourceShape['functions'] {
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: SourceShape['functions'][number][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      found.push({
        name: getFunctionName(node),
        lines: lineAt(node.end) - lineAt(node.getStart(source)) + 1,
        parameters: node.parameters.length,
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns the name of the function, or of the nearest declaration or property whose value it is. */
function getFunctionName(node: ts.Node): string {
  for (let each: ts.Node | undefined = node; each !== undefined; each = each.parent)
    if ('name' in each && each.name !== undefined) return (each.name as ts.Node).getText()
  return 'anonymous'
}

/** Returns the names of declarations only, because a re-exported name is still the same name. */
function listExportedNames(statement: ts.Statement): string[] {
  const isExported = ts.canHaveModifiers(statement)
    ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false
  if (!isExported) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  return 'name' in statement && statement.name !== undefined ? [(statement.name as ts.Identifier).text] : []
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? repositoryRoot)
  const { files, faults } = await inspectShape(root, { longFunctions, sharedNames, wideFunctions })
  for (const fault of faults) console.log(fault)
  console.log(`shape: ${files} files, ${faults.length} faults`)
  if (faults.length > 0 || files === 0) process.exitCode = 1
}
