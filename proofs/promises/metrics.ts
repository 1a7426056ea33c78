import ts from 'typescript'

import type { ProductOffer } from './offered.ts'
import { findMention, findTest, inFolder, parse, type SourceLine, type SourceTree } from './source-tree.ts'

type MetricNames = ReadonlyMap<string, readonly { readonly name: string }[]>

/** Every metric that a process exposes to Prometheus. */
export const offerMetrics = (processes: MetricNames): ProductOffer[] =>
  [...processes].flatMap(([process, metrics]) =>
    metrics.map(({ name }) => ({
      family: 'process metric',
      owner: process,
      name,
      acts: (tree: SourceTree) => findProduction(tree, process, name),
      shown: (tree: SourceTree) =>
        findTest(tree.tests, name) ?? suffixes.map((end) => findTest(tree.tests, name + end)).find(Boolean),
    })),
  )

/** The series of a histogram. */
const suffixes = ['_bucket', '_sum', '_count']
const setters = new Set(['dec', 'inc', 'labels', 'observe', 'set', 'setToCurrentTime', 'startTimer'])

/** Finds where a metric gets its value: a function that computes it when scraped, or a call for each event. */
function findProduction(tree: SourceTree, process: string, name: string): SourceLine | undefined {
  // The metrics of every process belong to the package that they run in.
  const folder = process === 'process' ? 'packages/runtime/src/' : `packages/${process}/src/`
  for (const path of [`${folder}process-metrics.ts`, `${folder}unreadable.ts`]) {
    const file = tree.files.get(path)
    const ast = file && parse(file)
    const made = ast && findMaking(ast, name)
    if (!made) continue
    const line = ast.getLineAndCharacterOfPosition(made.getStart(ast)).line + 1
    if (isAsked(made) || isSetAtOnce(made)) return { path, line }
    const place = findSetting(tree, folder, { path, ast, made })
    if (place) return place
  }
  return undefined
}

/** Finds the call that creates it: one of its arguments is its name, or the end of it that is in the source. */
function findMaking(ast: ts.SourceFile, name: string): ts.CallExpression | ts.NewExpression | undefined {
  let found: ts.CallExpression | ts.NewExpression | undefined
  let longest = 0
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isEnd = name === node.text || name.endsWith(`_${node.text}`) || name.endsWith(`_${node.text}_total`)
      const call = isEnd ? callAround(node) : undefined
      if (call && node.text.length > longest) [found, longest] = [call, node.text.length]
    }
    ts.forEachChild(node, visit)
  }
  visit(ast)
  return found
}

/** Returns the enclosing call, outside the options object and the expression that completes the name. */
function callAround(node: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  let { parent } = node
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'name') ({ parent } = parent)
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name.getText() !== 'name') return undefined
    parent = parent.parent.parent
  }
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) ? parent : undefined
}

/** Whether one of its arguments, or a member of its options, is a function that returns the value. */
const isAsked = (made: ts.CallExpression | ts.NewExpression): boolean =>
  (made.arguments ?? []).some(
    (argument) =>
      ts.isArrowFunction(argument) ||
      (ts.isObjectLiteralExpression(argument) &&
        argument.properties.some((member) => ['ask', 'collect', 'value'].includes(member.name?.getText() ?? ''))),
  )

const isSetAtOnce = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) && setters.has(parent.name.text)

interface MadeMetric {
  readonly path: string
  readonly ast: ts.SourceFile
  readonly made: ts.Node
}

/** Finds a function of the process metrics that sets the variable and that other code of the process calls. */
function findSetting(tree: SourceTree, folder: string, { path, ast, made }: MadeMetric): SourceLine | undefined {
  const holder = holderOf(made)
  if (holder === undefined) return undefined
  const others = inFolder(tree.product, folder).filter((file) => file.path !== path)
  for (const used of usesOf(ast, holder)) {
    const caller = exposedAs(used)
    if (caller === undefined) return { path, line: ast.getLineAndCharacterOfPosition(used.getStart(ast)).line + 1 }
    const place = findMention(others, caller, ({ kind }) => kind === 'access' || kind === 'binding' || kind === 'key')
    if (place) return place
  }
  return undefined
}

function holderOf({ parent }: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return undefined
}

/** Returns where the variable is set, or passed on as a whole. */
function usesOf(ast: ts.SourceFile, holder: string): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && setters.has(node.name.text)) {
      const of = node.expression.getText(ast)
      if (of === holder || of.endsWith(`.${holder}`) || of.startsWith(`${holder}.`) || of.startsWith(`${holder}[`))
        found.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(ast)
  return found
}

/** Returns the name of the outermost function of the enclosing object, which other code calls. */
function exposedAs(node: ts.Node): string | undefined {
  let name: string | undefined
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isPropertyAssignment(at) || ts.isMethodDeclaration(at)) && ts.isObjectLiteralExpression(at.parent))
      name = at.name.getText()
  }
  return name
}
