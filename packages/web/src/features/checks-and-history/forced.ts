import { type Analysis, isRefusal } from '@wachta/client'
import { client } from '../../app/client/client.ts'

const every = 2000
const patience = 90_000

/** Waits until a manual check is stored and returns its analysis; null if that takes too long. */
export async function awaitAnalysis(id: number, analysis: string): Promise<Analysis | null> {
  const until = Date.now() + patience
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, every))
    try {
      return await client.call('read_analysis', { path: { _id: id, _analysis_id: analysis } })
    } catch (error) {
      if (!isRefusal(error, 'not_found')) throw error
    }
  }
  return null
}

/** The results of an analysis, as the sentence about it counts them. */
export const countResults = (analysis: Analysis) => ({
  ok: analysis.ok_checks_count,
  errors: analysis.error_checks_count,
  unknown: analysis.unknown_checks_count,
})
