import { median } from '../support/measure.ts'
import type { RoundOf } from '../support/rounds.ts'
import { formatTable } from '../support/table.ts'
import { type QuestionName, questionNames } from './questions.ts'

/** Each question twice: answered by the API, and by a statement written by hand. */
export type Round = RoundOf<QuestionName | `${QuestionName}ByHand`>

const maxRatio = 2

const titles: Readonly<Record<keyof Round, string>> = {
  failing: 'failing: POST /service_statuses/search',
  failingByHand: 'failing: by hand through pg alone',
  query: 'query: POST /services/search',
  queryByHand: 'query: by hand through pg alone',
  counters: 'counters: GET /accounts/my_account/stats',
  countersByHand: 'counters: by hand through pg alone',
}

/** Returns the table, the ratios that miss their target, and the result line. */
export function report(rounds: readonly Round[]): readonly string[] {
  const figures = questionNames.map((name) => ({
    name,
    p95: median(rounds.map((round) => round[name].p95)),
    ratio: median(rounds.map((round) => round[name].p95 / round[`${name}ByHand`].p95)),
  }))
  return [
    '',
    ...formatTable(titles, rounds),
    '',
    'R is the 95th percentile of our latency over that of a statement written by hand, within a round.',
    ...figures
      .filter(({ ratio }) => ratio > maxRatio)
      .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)} is not within the aim of at most ${maxRatio}`),
    `surface: ${figures.map(({ name, p95, ratio }) => `${name} ${p95.toFixed(1)} ms ${ratio.toFixed(2)}`).join(', ')}`,
  ]
}
