import { type Analysis, hasSymbol } from '@wachta/client'
import { client } from '../../app/client/client.ts'

const pollIntervalMs = 2000
const timeoutMs = 90_000
/** More analyses than can be stored during the wait for a manual check. */
const maxAnalyses = 100

type FindAnalysis = (id: number, analysis: string, signal?: AbortSignal) => Promise<Analysis | null>

/**
 * Waits until a manual check is stored and returns its analysis; null if that takes too long. An analysis with custom
 * settings is in no list, so it needs `readAnalysis` as `find`.
 */
export async function awaitAnalysis(
  id: number,
  analysis: string,
  find: FindAnalysis = findAnalysis,
): Promise<Analysis | null> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    const found = await find(id, analysis)
    if (found) return found
  }
  return null
}

/**
 * Finds an analysis among the newest ones; null if it is not stored yet. Reading it by id would return an error until
 * then, which browsers show in their console.
 */
export const findAnalysis: FindAnalysis = async (id, analysis, signal) => {
  const query = { sort: '-time', limit: maxAnalyses } as const
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

/** The numbers of results for the sentence about an analysis. */
export const countResults = (analysis: Analysis) => ({
  ok: analysis.ok_checks_count,
  errors: analysis.error_checks_count,
  unknown: analysis.unknown_checks_count,
})
