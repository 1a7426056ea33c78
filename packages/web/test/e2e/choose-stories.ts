interface RunOptions {
  /** Plays only the first story of each area. */
  readonly isShort: boolean
  /** Checks every screen in all ways; otherwise one screen in three, each in another way. */
  readonly isAxeWhole: boolean
  /** Selects stories by name; all if empty. */
  readonly words: readonly string[]
}

/** Reads the arguments of a run: `--short`, `--axe all` or `--axe third` (the default of a short run), and words. */
export function readRunOptions(args: readonly string[]): RunOptions {
  const isShort = args.includes('--short')
  const at = args.indexOf('--axe')
  const axe = at === -1 ? (isShort ? 'third' : 'all') : args[at + 1]
  if (axe !== 'all' && axe !== 'third') throw new Error('--axe is all or third')
  const words = args.filter((each, place) => each !== '--short' && (at === -1 || (place !== at && place !== at + 1)))
  const unknown = words.find((word) => word.startsWith('--'))
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}`)
  return { isShort, isAxeWhole: axe === 'all', words }
}

/**
 * Returns the selected stories: by the first word of their names (`live` or `live:`), otherwise by any part of their
 * names. Without words, all stories.
 */
export function chooseStories<Named extends readonly [name: string, ...unknown[]]>(
  stories: readonly Named[],
  words: readonly string[],
): readonly Named[] {
  if (words.length === 0) return stories
  const areas = new Set(stories.map(([name]) => areaOf(name)))
  const isChosen = (name: string, word: string) => {
    const area = word.replace(/:$/, '')
    return areas.has(area) ? areaOf(name) === area : name.includes(word)
  }
  return stories.filter(([name]) => words.some((word) => isChosen(name, word)))
}

const areaOf = (name: string): string => name.slice(0, name.indexOf(':'))
