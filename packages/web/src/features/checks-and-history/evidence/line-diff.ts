export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Unchanged lines that are not shown. */
export interface SkippedLines {
  readonly kind: 'skipped'
  readonly count: number
}

/** With a larger table, comparing would take too long; all lines then count as replaced. */
const maxCells = 4_000_000

/** Compares two texts line by line and keeps as many lines as possible. */
export function computeLineDiff(before: string, after: string): readonly DiffLine[] {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')]
  const head = countCommonLines(oldLines, newLines)
  const tail = countCommonLines(oldLines.slice(head).reverse(), newLines.slice(head).reverse())
  return [
    ...markLines(oldLines.slice(0, head), 'same'),
    ...diffLines(oldLines.slice(head, oldLines.length - tail), newLines.slice(head, newLines.length - tail)),
    ...markLines(oldLines.slice(oldLines.length - tail), 'same'),
  ]
}

/** Keeps only changed lines and a few lines around them. */
export function omitUnchangedLines(lines: readonly DiffLine[], contextLines = 3): readonly (DiffLine | SkippedLines)[] {
  const shownIndexes = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = index - contextLines; at <= index + contextLines; at += 1) shownIndexes.add(at)
  const shown: (DiffLine | SkippedLines)[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (shownIndexes.has(index)) shown.push(line)
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 }
    else shown.push({ kind: 'skipped', count: 1 })
  }
  return shown
}

/** Compares lines with the table of longest common subsequences. */
function diffLines(oldLines: readonly string[], newLines: readonly string[]): readonly DiffLine[] {
  if (oldLines.length * newLines.length > maxCells)
    return [...markLines(oldLines, 'removed'), ...markLines(newLines, 'added')]
  const width = newLines.length + 1
  const common = new Uint16Array((oldLines.length + 1) * width)
  const getLength = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = oldLines.length - 1; i >= 0; i -= 1)
    for (let j = newLines.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        oldLines[i] === newLines[j] ? getLength(i + 1, j + 1) + 1 : Math.max(getLength(i + 1, j), getLength(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < oldLines.length || j < newLines.length) {
    const [removed = '', added = ''] = [oldLines[i], newLines[j]]
    if (i < oldLines.length && j < newLines.length && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (i < oldLines.length && (j === newLines.length || getLength(i + 1, j) >= getLength(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added })
      j += 1
    }
  }
  return lines
}

function countCommonLines(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, index) => line !== other[index])
  return first === -1 ? one.length : first
}

const markLines = (lines: readonly string[], kind: DiffLine['kind']): readonly DiffLine[] =>
  lines.map((text) => ({ kind, text }))
