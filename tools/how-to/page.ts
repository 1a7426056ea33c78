/** A how-to page as an example that can be applied to the repository. */
export interface HowTo {
  /** The path of the page. */
  readonly source: string
  readonly changes: readonly FileChange[]
  /** The number in the last line of the page; undefined without such a line. */
  readonly filesTouched: number | undefined
}

/** A fenced block of a page: the whole text of a new file, or a diff of an existing one. */
export interface FileChange {
  readonly path: string
  readonly kind: 'create' | 'edit'
  readonly text: string
}

// A line that begins with the path of a file in code style, followed by a fenced block.
const block = /^`([\w@.-]+(?:\/[\w@.-]+)*)`[^\n`]*\n\n```(\w+)\n([\s\S]*?)^```$/gm

/** Parses which files a page creates and edits. Blocks without a path above them are only illustrations. */
export function parseHowTo(source: string, markdown: string): HowTo {
  const changes = [...markdown.matchAll(block)].map(
    ([, path = '', language, text = '']): FileChange => ({ path, kind: language === 'diff' ? 'edit' : 'create', text }),
  )
  const claim = /^Files touched: (\d+)\.?$/m.exec(markdown)?.[1]
  return { source, changes, filesTouched: claim === undefined ? undefined : Number(claim) }
}

export const listTouchedFiles = ({ changes }: HowTo): string[] => [...new Set(changes.map(({ path }) => path))]
