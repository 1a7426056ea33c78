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
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, young] = [before.split('\n'), after.split('\n')]
  const head = commonLength(old, young)
  const tail = commonLength(old.slice(head).reverse(), young.slice(head).reverse())
  return [
    ...marked(old.slice(0, head), 'same'),
    ...between(old.slice(head, old.length - tail), young.slice(head, young.length - tail)),
    ...marked(old.slice(old.length - tail), 'same'),
  ]
}

/** Keeps only changed lines and a few lines around them. */
export function shortened(lines: readonly DiffLine[], around = 3): readonly (DiffLine | SkippedLines)[] {
  const near = new Set<number>()
  for (const [place, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = place - around; at <= place + around; at += 1) near.add(at)
  const shown: (DiffLine | SkippedLines)[] = []
  for (const [place, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(place)) shown.push(line)
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 }
    else shown.push({ kind: 'skipped', count: 1 })
  }
  return shown
}

/** Compares lines with the table of longest common subsequences. */
function between(old: readonly string[], young: readonly string[]): readonly DiffLine[] {
  if (old.length * young.length > maxCells) return [...marked(old, 'removed'), ...marked(young, 'added')]
  const width = young.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    const [removed = '', added = ''] = [old[i], young[j]]
    if (i < old.length && j < young.length && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (i < old.length && (j === young.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added })
      j += 1
    }
  }
  return lines
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, place) => line !== other[place])
  return first === -1 ? one.length : first
}

const marked = (lines: readonly string[], kind: DiffLine['kind']): readonly DiffLine[] =>
  lines.map((text) => ({ kind, text }))
