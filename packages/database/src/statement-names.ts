import { createHash } from 'node:crypto'

/** The number of prepared statements, which the server keeps as long as a connection lives. */
const maxNames = 300
/** How often a statement runs before it is prepared. */
const minUses = 3
/** The number of statements whose uses are counted; the least recently used statement is forgotten first. */
const maxCountedStatements = 1000

/**
 * Decides which statements are prepared, and under which names. PostgreSQL often needs longer to plan a statement than
 * to run it, but clients determine the text of searches: without bounds, the server would have to keep any number.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()

  function countUse(text: string): number {
    const useCount = (uses.get(text) ?? 0) + 1
    uses.delete(text)
    uses.set(text, useCount)
    if (uses.size > maxCountedStatements) uses.delete(uses.keys().next().value ?? '')
    return useCount
  }

  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined || names.size === maxNames || countUse(text) < minUses) return existing
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
    uses.delete(text)
    return name
  }
}
