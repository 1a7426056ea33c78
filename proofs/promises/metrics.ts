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

/** The suffixes of the series of a histogram. */
const suffixes = ['_bucket', '_sum', '_count']
const setters = new Set(['dec', 'inc', 'labels', 'observe', 'set', 'setToCurrentTime', 'startTimer'])

/** Finds where a metric gets its value: a function that computes it when scraped, or a call for each event. */
function findProduction(tree: SourceTree, process: string, name: string): SourceLine | undefined {
  // The metrics of every process belong to the package that they run in.
  const folder = process === 'process' ? 'packages/runtime/src/' : `packages/${process}/src/`
  for (const path of [`${folder}process-metrics.ts`, `${folder}unreadable.ts`]) {
    const file = tree.files.get(path)
    const ast = file && parse(file)
    const made = ast && findCreation(ast, name)
    if (!made) continue
    const line = ast.getLineAndCharacterOfPosition(made.getStart(ast)).line + 1
    if (hasCollector(made) || isSetImmediately(made)) return { path, line }
    const place = findSetter(tree, folder, { path, ast, made })
    if (place) return place
  }
  return undefined
}

/** Finds the call that creates the metric: it contains the name, or the part of it that is written in the source. */
function findCreation(ast: ts.SourceFile, name: string): ts.CallExpression | ts.NewExpression | undefined {
  let found: ts.CallExpression | ts.NewExpression | undefined
  let longest = 0
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isNameEnd = name === node.text || name.endsWith(`_${node.text}`) || name.endsWith(`_${node.text}_total`)
      const call = isNameEnd ? findEnclosingCall(node) : undefined
      if (call && node.text.length > longest) [found, longest] = [call, node.text.length]
    }
    ts.forEachChild(node, visit)
  }
  visit(ast)
  return found
}

/** Returns the call that encloses the options object and the expression that completes the name. */
function findEnclosingCall(node: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  let { parent } = node
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'name') ({ parent } = parent)
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name.getText() !== 'name') return undefined
    parent = parent.parent.parent
  }
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) ? parent : undefined
}

/** Whether an argument or an option of the call is a function that returns the value. */
const hasCollector = (made: ts.CallExpression | ts.NewExpression): boolean =>
  (made.arguments ?? []).some(
    (argument) =>
      ts.isArrowFunction(argument) ||
      (ts.isObjectLiteralExpression(argument) &&
        argument.properties.some((member) => ['read', 'collect', 'value'].includes(member.name?.getText() ?? ''))),
  )

const isSetImmediately = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) && setters.has(parent.name.text)

interface CreatedMetric {
  readonly path: string
  readonly ast: ts.SourceFile
  readonly made: ts.Node
}

/** Finds a function of the process metrics that sets the variable and that other code of the process calls. */
function findSetter(tree: SourceTree, folder: string, { path, ast, made }: CreatedMetric): SourceLine | undefined {
  const variable = getVariableName(made)
  if (variable === undefined) return undefined
  const others = inFolder(tree.product, folder).filter((file) => file.path !== path)
  for (const setterCall of findSetterCalls(ast, variable)) {
    const caller = getExposedName(setterCall)
    if (caller === undefined)
      return { path, line: ast.getLineAndCharacterOfPosition(setterCall.getStart(ast)).line + 1 }
    const place = findMention(others, caller, ({ kind }) => kind === 'access' || kind === 'binding' || kind === 'key')
    if (place) return place
  }
  return undefined
}

function getVariableName({ parent }: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return undefined
}

/** Returns the calls that set the variable. */
function findSetterCalls(ast: ts.SourceFile, variable: string): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && setters.has(node.name.text)) {
      const receiver = node.expression.getText(ast)
      if (
        receiver === variable ||
        receiver.endsWith(`.${variable}`) ||
        receiver.startsWith(`${variable}.`) ||
        receiver.startsWith(`${variable}[`)
      )
        found.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(ast)
  return found
}

/** Returns the name of the outermost member of the enclosing objects, by which other code calls it. */
function getExposedName(node: ts.Node): string | undefined {
  let name: string | undefined
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isPropertyAssignment(at) || ts.isMethodDeclaration(at)) && ts.isObjectLiteralExpression(at.parent))
      name = at.name.getText()
  }
  return name
}
