import ts from 'typescript'

/**
 * The syntactic role of a word in code. `access`, `binding`, `literal`, `column` and `value` read or produce something;
 * `call` is the name of a function that is called, `key` the name of a member of an object; `listed` is one of a
 * declared list of choices; `text` is a word of a longer string.
 */
export type MentionKind = 'access' | 'binding' | 'call' | 'column' | 'key' | 'listed' | 'literal' | 'text' | 'value'

export interface Mention {
  readonly word: string
  readonly kind: MentionKind
  readonly line: number
  /** The object that it is read from (`config` in `config.CELL`), or the target of a literal (`keep`, `id:`). */
  readonly from: string
  /** The name under which the value is passed on: `capacity` in `capacity: config.SENSOR_CAPACITY`. */
  readonly as?: string
}

/** Functions whose lists declare choices: a word in such a list is offered, not read. */
const declaringCalls = new Set([
  'Enum',
  'choice',
  'buildEnum',
  'Literal',
  'Union',
  'defineDictionary',
  'keyList',
  'text',
])
const declaringMembers = new Set(['enum', 'choices'])

/** Returns every word in the code of a file, without comments, types and imports, which do not run. */
export function findMentions(source: ts.SourceFile): Mention[] {
  const found: Mention[] = []
  const add: Add = (word, kind, node, from = '', as) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push({ word, kind, from, line, ...(as !== undefined && { as }) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    addMentions(node, source, add)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Add = (word: string, kind: MentionKind, node: ts.Node, from?: string, as?: string) => void

function addMentions(node: ts.Node, source: ts.SourceFile, add: Add): void {
  if (ts.isPropertyAccessExpression(node))
    add(node.name.text, 'access', node.name, node.expression.getText(source), getTargetName(node))
  else if (ts.isBindingElement(node)) addBinding(node, source, add)
  else if (ts.isShorthandPropertyAssignment(node)) add(node.name.text, 'key', node)
  else if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) addKey(node, source, add)
  else if (ts.isJsxAttribute(node)) add(node.name.getText(source), 'key', node)
  else if (isSqlTemplate(node)) addSql(node, add)
  else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) addLiteral(node, source, add)
  else if (ts.isTemplateExpression(node)) addTemplate(node, source, add)
  else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) add(node.expression.text, 'call', node)
  else if (ts.isNumericLiteral(node)) add(node.text, 'literal', node, getReceiver(node, source))
  else if (ts.isJsxText(node) || ts.isRegularExpressionLiteral(node))
    for (const word of splitWords(node.text)) add(word, 'text', node)
}

function addBinding(node: ts.BindingElement, source: ts.SourceFile, add: Add): void {
  const name = node.propertyName ?? node.name
  if (!ts.isObjectBindingPattern(node.parent)) return
  const as = ts.isIdentifier(node.name) ? node.name.text : undefined
  if (ts.isIdentifier(name) || ts.isStringLiteral(name))
    add(name.text, 'binding', node, getDestructuredSource(node.parent, source), as)
}

/** Returns the member or the variable that gets the value of the nearest expression, including calls around it. */
function getTargetName(node: ts.Node): string | undefined {
  let { parent } = node
  while (ts.isCallExpression(parent) || ts.isBinaryExpression(parent) || ts.isAsExpression(parent))
    ({ parent } = parent)
  if (!ts.isPropertyAssignment(parent) && !ts.isVariableDeclaration(parent)) return undefined
  return ts.isIdentifier(parent.name) ? parent.name.text : undefined
}

/** Returns the source that a pattern destructures: the value, the outer member, or the type of the parameter. */
function getDestructuredSource(pattern: ts.BindingPattern, source: ts.SourceFile): string {
  const owner = pattern.parent
  if (ts.isBindingElement(owner)) return (owner.propertyName ?? owner.name).getText(source)
  const given = owner.initializer ?? owner.type
  return given?.getText(source) ?? ''
}

/** Adds the key of an object; if the object is a later argument of a call, `from` is the first argument. */
function addKey({ name, parent }: ts.ObjectLiteralElement, source: ts.SourceFile, add: Add): void {
  if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return
  const call = parent.parent
  const firstArgument = ts.isCallExpression(call) ? call.arguments[0] : undefined
  add(name.text, 'key', name, firstArgument === parent ? '' : (firstArgument?.getText(source) ?? ''))
}

function addLiteral(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral, source: ts.SourceFile, add: Add): void {
  const { parent } = node
  if ((ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) && parent.name === node) return
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) {
    add(node.text, 'access', node, parent.expression.getText(source), getTargetName(parent))
    return
  }
  add(node.text, isListed(node) ? 'listed' : 'literal', node, getReceiver(node, source))
  for (const word of splitWords(node.text)) if (word !== node.text) add(word, 'text', node)
}

function addTemplate(node: ts.TemplateExpression, source: ts.SourceFile, add: Add): void {
  const pieces = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
  add(pieces.join('*'), 'literal', node, getReceiver(node, source))
  for (const piece of pieces) for (const word of splitWords(piece)) add(word, 'text', node)
}

const isSqlTemplate = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /^sql(?:$|[.<])/.test(node.tag.getText())

function addSql({ template }: ts.TaggedTemplateExpression, add: Add): void {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map((span) => span.literal.text)].join(' ? ')
  for (const { word, kind } of findSqlWords(text)) add(word, kind, template, 'sql')
}

/** Returns the columns and quoted values of a statement, without columns that it only fills or declares. */
export function findSqlWords(text: string): { readonly word: string; readonly kind: 'column' | 'value' }[] {
  const statement = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/insert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\([^)]*\)/gi, (head) => head.slice(0, head.indexOf('(')))
    .replaceAll(/\bas\s+\w+\s*\(\s*\w+\s+(?:text|bigint|integer|jsonb|boolean|uuid|timestamptz)\b[^)]*\)/gi, ' ')
  const found: { word: string; kind: 'column' | 'value' }[] = []
  for (const [, quoted, bare] of statement.matchAll(/'([^']*)'|(\w+)/g)) {
    if (bare !== undefined) found.push({ word: bare, kind: 'column' })
    else for (const word of splitWords(quoted ?? '')) found.push({ word, kind: 'value' })
  }
  return found
}

/**
 * Returns the last name of the function that gets the value as an argument, or the member that gets it: `id:`,
 * `rows[]`.
 */
function getReceiver(node: ts.Node, source: ts.SourceFile): string {
  const { parent } = node
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return getLastName(parent.expression, source)
  if (ts.isPropertyAssignment(parent)) return `${parent.name.getText(source)}:`
  if (ts.isArrayLiteralExpression(parent)) return `${getReceiver(parent, source).replace(':', '')}[]`
  return ''
}

const getLastName = (node: ts.Node, source: ts.SourceFile): string => node.getText(source).split('.').at(-1) ?? ''

/** Whether it is in a list that is declared `as const`, or that declares choices. */
function isListed(node: ts.Node): boolean {
  let list = node.parent
  if (!ts.isArrayLiteralExpression(list)) return false
  while (ts.isArrayLiteralExpression(list.parent)) list = list.parent
  const { parent } = list
  if (ts.isAsExpression(parent)) return parent.type.getText() === 'const'
  if (ts.isPropertyAssignment(parent)) return declaringMembers.has(parent.name.getText())
  return ts.isCallExpression(parent) && declaringCalls.has(parent.expression.getText().split('.').at(-1) ?? '')
}

/** Splits a text into words as in paths, statements and command lines: `filter.name`, `by-email`, `--json`. */
const splitWords = (text: string): string[] => text.match(/(?:--)?[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*/g) ?? []
