import { type Analysis, hasSymbol } from '@wachta/client'
import { client } from '../../app/client/client.ts'

const every = 2000
const patience = 90_000
/** More analyses than can be stored while one waits for a manual check. */
const newest = 100

type FindAnalysis = (id: number, analysis: string, signal?: AbortSignal) => Promise<Analysis | null>

/**
 * Waits until a manual check is stored and returns its analysis; null if that takes too long. One with custom settings
 * is on no list and needs `readAnalysis`.
 */
export async function awaitAnalysis(
  id: number,
  analysis: string,
  find: FindAnalysis = findAnalysis,
): Promise<Analysis | null> {
  const until = Date.now() + patience
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, every))
    const found = await find(id, analysis)
    if (found) return found
  }
  return null
}

/**
 * Searches an analysis among the newest ones; null if it is not stored yet. Reading it by its id would be an error
 * until then, which browsers show in their console.
 */
export const findAnalysis: FindAnalysis = async (id, analysis, signal) => {
  const query = { sort: '-time', limit: newest } as const
  const { items } = await client.list('list_analyses', { path: { _id: id }, query }, { ...(signal && { signal }) })
  return items.find(({ analysis_id }) => analysis_id === analysis) ?? null
}

/** Reads an analysis; null if it is not stored. */
export const readAnalysis: FindAnalysis = async (id, analysis, signal) => {
  try {
    const path = { _id: id, _analysis_id: analysis }
    return await client.call('read_analysis', { path }, { ...(signal && { signal }) })
  } catch (error) {
    if (hasSymbol(error, 'not_found')) return null
    throw error
  }
}

/** The results of an analysis, as the sentence about it counts them. */
export const countResults = (analysis: Analysis) => ({
  ok: analysis.ok_checks_count,
  errors: analysis.error_checks_count,
  unknown: analysis.unknown_checks_count,
})
