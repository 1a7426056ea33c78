/** The result of a check. */
export type CheckResult = 'ok' | 'error' | 'unknown'

/** The expected sensors and the results of one slot. */
export interface SlotAnswers {
  /** The sensors of the revision in force, whether they have reported or not. */
  readonly expected: readonly number[]
  /** The reported results by sensor. A sensor without a result counts as unknown, but may still report. */
  readonly results: ReadonlyMap<number, CheckResult>
  /** The least percentage of errors among the known results that makes a failure; with 0, any error does. */
  readonly error_tolerance: number
}

export interface Verdict {
  readonly ok_checks_count: number
  readonly error_checks_count: number
  /** Results that are unknown, and sensors without a result. */
  readonly unknown_checks_count: number
  /** The number of known results, ok or error. */
  readonly known: number
  /** Whether enough results are known. If not, nothing is decided, and `failure` is false. */
  readonly hasQuorum: boolean
  readonly failure: boolean
  /** Sensors that reported without being expected, in ascending order. Their results do not count. */
  readonly strays: readonly number[]
}

/** The meaning of a verdict for the status of the service: unknown leaves the status as it is. */
export type SlotOutcome = 'ok' | 'failure' | 'unknown'

/**
 * Decides whether a service is down: at least half of the expected sensors must have a known result, at least one must
 * be an error, and the share of errors among the known results must reach the tolerance. Unknown results count on
 * neither side, because a sensor whose network is cut off must neither raise an alarm nor hide one.
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

/** Whether the known results are at least half of the expected ones, and at least one. */
export function isQuorum(known: number, expected: number): boolean {
  return known >= Math.max(1, Math.ceil(expected / 2))
}

export function toSlotOutcome({ hasQuorum, failure }: Pick<Verdict, 'hasQuorum' | 'failure'>): SlotOutcome {
  if (!hasQuorum) return 'unknown'
  return failure ? 'failure' : 'ok'
}

/**
 * Returns the outcome as soon as no missing result can change it, until then undefined. The counts are final only when
 * the slot is closed.
 */
export function findDecidedOutcome(partial: SlotAnswers): SlotOutcome | undefined {
  const missing = partial.expected.filter((sensor) => !partial.results.has(sensor))
  const ifAllReport = (result: CheckResult) =>
    toSlotOutcome(judgeSlot(addLateResults(partial, new Map(missing.map((sensor) => [sensor, result])))))
  // Every mixture of results lies between these three: the fewest known results, the smallest and the largest share of errors.
  const outcome = ifAllReport('unknown')
  return ifAllReport('ok') === outcome && ifAllReport('error') === outcome ? outcome : undefined
}

export interface Amendment {
  readonly answers: SlotAnswers
  readonly verdict: Verdict
  /** Whether a count has changed. If not, the failure cannot have changed either. */
  readonly changed: boolean
}

/** Adds late results to a closed analysis. */
export function amendAnswers(before: SlotAnswers, late: ReadonlyMap<number, CheckResult>): Amendment {
  const answers = addLateResults(before, late)
  const [verdictBefore, verdict] = [judgeSlot(before), judgeSlot(answers)]
  const changed =
    verdictBefore.ok_checks_count !== verdict.ok_checks_count ||
    verdictBefore.error_checks_count !== verdict.error_checks_count
  return { answers, verdict, changed }
}

/** The first result of a sensor counts. A repeated result changes nothing, even if it differs. */
function addLateResults(answers: SlotAnswers, late: ReadonlyMap<number, CheckResult>): SlotAnswers {
  return { ...answers, results: new Map([...late, ...answers.results]) }
}
