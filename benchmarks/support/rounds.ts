import type { Database } from '@wachta/database'
import type { Load, LoadMeasurement } from './measure.ts'
import { type MeasuredUsage, withUsage } from './usage.ts'

/** Connections are opened and statements are prepared before the measurement starts. */
const warmUpSeconds = 1

export interface LoadSubject {
  readonly pid: number
  load(load: Load): Promise<LoadMeasurement>
}

/** One measurement of every subject, one right after another. */
export type RoundOf<Name extends string> = Readonly<Record<Name, MeasuredUsage>>

export interface RoundsOptions extends Load {
  readonly rounds: number
  readonly owner: Database
}

/** Measures the subjects in every round. */
export async function runRounds<Name extends string>(
  { rounds, owner, seconds, concurrency }: RoundsOptions,
  subjects: Readonly<Record<Name, LoadSubject>>,
): Promise<RoundOf<Name>[]> {
  const results: RoundOf<Name>[] = []
  // The first round does not count, because it compiles the code and loads pages of the table into memory.
  for (let round = 0; round <= rounds; round += 1) {
    const forward = Object.entries<LoadSubject>(subjects)
    const measured: [string, MeasuredUsage][] = []
    // Every other round runs in reverse order, so that effects of the order cancel out.
    for (const [name, subject] of round % 2 === 0 ? forward : forward.toReversed()) {
      await subject.load({ concurrency, seconds: warmUpSeconds })
      measured.push([name, await withUsage(subject.pid, owner, () => subject.load({ concurrency, seconds }))])
    }
    if (round > 0) results.push(Object.fromEntries(measured) as RoundOf<Name>)
    console.log(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`)
  }
  return results
}

export const areAllCorrect = (rounds: readonly RoundOf<string>[]): boolean =>
  rounds.every((round) => Object.values(round).every(({ wrong }) => wrong === 0))
