/** What a sensor says of a service. */
export type CheckResult = 'ok' | 'error' | 'unknown'

/** What an analysis is made from. */
export interface SlotAnswers {
  /** The sensors of the revision in force, not those that happened to answer. */
  readonly expected: readonly number[]
  /** What sensors said themselves. One that did not answer is not in it: it is unknown, but may still speak. */
  readonly results: ReadonlyMap<number, CheckResult>
  /** The least percentage of errors among what is known that makes a failure; with 0 any error does. */
  readonly error_tolerance: number
}

export interface Verdict {
  readonly ok_checks_count: number
  readonly error_checks_count: number
  /** Those that said so, and those that said nothing. */
  readonly unknown_checks_count: number
  /** How many saw the service, well or ill. */
  readonly known: number
  /** Whether enough saw it for the verdict to count. */
  readonly hasQuorum: boolean
  readonly failure: boolean
  /** Sensors that spoke without being asked, in ascending order: they are not counted. */
  readonly strays: readonly number[]
}

/** What a verdict means for the state of the service: unknown leaves it as it is. */
export type SlotOutcome = 'ok' | 'failure' | 'unknown'

/**
 * A failure is when at least half of the expected sensors saw the service, at least one of them an error, and the errors
 * among what they saw reach the tolerance. Who saw nothing is counted on neither side: a network that is cut off must
 * neither raise an alarm nor hide one.
 */
export function judgeSlot({ expected, results, error_tolerance }: SlotAnswers): Verdict {
  const sensors = new Set(expected)
  const count = (wanted: CheckResult) => [...sensors].filter((sensor) => results.get(sensor) === wanted).length
  const [oks, errors] = [count('ok'), count('error')]
  const known = oks + errors
  const hasQuorum = isQuorum(known, sensors.size)
  return {
    ok_checks_count: oks,
    error_checks_count: errors,
    unknown_checks_count: sensors.size - known,
    known,
    hasQuorum,
    // In whole numbers, because a rounded percentage decides wrongly at the edge.
    failure: hasQuorum && errors >= 1 && 100 * errors >= error_tolerance * known,
    strays: [...results.keys()].filter((sensor) => !sensors.has(sensor)).sort((one, other) => one - other),
  }
}

/** Half of those expected; where nobody saw anything nothing is known, even if nobody was expected to. */
export function isQuorum(known: number, expected: number): boolean {
  return known >= Math.max(1, Math.ceil(expected / 2))
}

export function toSlotOutcome({ hasQuorum, failure }: Pick<Verdict, 'hasQuorum' | 'failure'>): SlotOutcome {
  if (!hasQuorum) return 'unknown'
  return failure ? 'failure' : 'ok'
}

/**
 * The outcome, as soon as nothing that the missing sensors may say can change it; undefined until then. The counts are
 * final only when the slot is closed.
 */
export function isDecided(partial: SlotAnswers): SlotOutcome | undefined {
  const missing = partial.expected.filter((sensor) => !partial.results.has(sensor))
  const ifAllSay = (result: CheckResult) =>
    toSlotOutcome(judgeSlot(withLate(partial, new Map(missing.map((sensor) => [sensor, result])))))
  // Every mixture of answers lies between these three: the fewest known, the fewest errors, the most errors.
  const outcome = ifAllSay('unknown')
  return ifAllSay('ok') === outcome && ifAllSay('error') === outcome ? outcome : undefined
}

export interface Amendment {
  readonly answers: SlotAnswers
  readonly verdict: Verdict
  /** Whether a count differs; without that the failure cannot differ either. */
  readonly changed: boolean
}

/** The analysis with results that came after it was closed. */
export function amended(before: SlotAnswers, late: ReadonlyMap<number, CheckResult>): Amendment {
  const answers = withLate(before, late)
  const [was, verdict] = [judgeSlot(before), judgeSlot(answers)]
  const changed =
    was.ok_checks_count !== verdict.ok_checks_count || was.error_checks_count !== verdict.error_checks_count
  return { answers, verdict, changed }
}

/** The first word of a sensor stands: a repetition, even one that differs, changes nothing. */
function withLate(answers: SlotAnswers, late: ReadonlyMap<number, CheckResult>): SlotAnswers {
  return { ...answers, results: new Map([...late, ...answers.results]) }
}
