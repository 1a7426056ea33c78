/**
 * Returns the stories that are asked for: by the word that their names begin with (`live` or `live:`), else by any part of
 * their names. Without a word, all of them.
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
