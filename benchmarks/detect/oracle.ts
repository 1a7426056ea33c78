import type { StoredCheck } from '../../proofs/faults/packed-checks.ts'
import type { StoredAnalysis } from '../../proofs/faults/stored.ts'
import { judge } from '../../proofs/faults/verdict.ts'
import type { TargetAnswer } from './target.ts'

/** An incident as it is stored, with the times at which it was decided and its first notification was planned. */
export interface StoredIncident {
  readonly service_id: number
  /** The slot in which it began. */
  readonly start: number
  readonly end: number | null
  readonly decided: number
  readonly planned: number | null
  /** When a mail server accepted the notification. */
  readonly accepted: number | null
}

/** The answers of the targets, which are known without the product, and what the product stored. */
export interface ObservedRun {
  /** Everything from this time on counts, up to the end of the run, when all slots are closed. */
  readonly from: number
  readonly answers: readonly TargetAnswer[]
  readonly analyses: readonly Pick<StoredAnalysis, 'service_id' | 'slot' | 'error_tolerance' | 'checks'>[]
  readonly incidents: readonly StoredIncident[]
}

/** The times of one failure, from the answer that decided its slot to the mail. */
export interface Detection {
  readonly service_id: number
  readonly slot: number
  readonly answered: number
  /** The last answer of the slot, with which it could be closed. */
  readonly lastAnswered: number
  readonly decided: number
  readonly planned: number
  readonly accepted: number
}

export interface Verdict {
  readonly detections: readonly Detection[]
  /** Incidents that their closed slots do not confirm. */
  readonly contradicted: readonly string[]
  /**
   * Failures without an incident, incidents that have no mail or were decided too early, and checks that differ from
   * the answer of the target.
   */
  readonly wrong: readonly string[]
  /** Slots with a failing answer that were no failure. */
  readonly tempting: number
  /** Checks without a result. */
  readonly unknown: number
}

/** The maximum difference between the clock of a sensor and that of the target. */
const toleranceMs = 250

/** Judges every incident by the stored checks of its closed slot, and every closed slot by what the target answered. */
export function compare({ from, answers, analyses, incidents }: ObservedRun): Verdict {
  const slots = createSlots(analyses, answers)
  const closed = [...slots.values()].filter(({ slot }) => slot >= from)
  const judged = incidents
    .filter(({ start }) => start >= from)
    .map((incident) => judgeIncident(incident, slots.get(keyOf(incident.service_id, incident.start))))
  return {
    detections: judged.flatMap(({ detection }) => detection ?? []),
    contradicted: judged.flatMap(({ contradicted }) => contradicted ?? []),
    wrong: [
      ...judged.flatMap(({ wrong }) => wrong ?? []),
      ...closed.flatMap(({ differences }) => differences),
      ...findMissed(slots, incidents, from),
    ],
    tempting: closed.filter(
      ({ outcome, answers: slotAnswers }) => outcome === 'ok' && slotAnswers.some((each) => each.isFailing),
    ).length,
    unknown: closed.reduce((sum, { checks }) => sum + checks.filter(({ result }) => result === 'unknown').length, 0),
  }
}

interface JudgedIncident {
  readonly detection?: Detection
  readonly contradicted?: string
  readonly wrong?: string
}

function judgeIncident(incident: StoredIncident, slot: JudgedSlot | undefined): JudgedIncident {
  const { service_id, start, decided, planned, accepted } = incident
  const description = `incident of ${service_id} at ${new Date(start).toISOString()}`
  if (slot?.outcome !== 'failure')
    return { contradicted: `${description}: its slot is ${slot?.outcome ?? 'not closed'}` }
  if (planned === null || accepted === null) return { wrong: `${description}: no mail` }
  const answered = findDecidingAnswer(slot)
  if (answered === undefined) return { wrong: `${description}: no answer of the target decided it` }
  if (decided < answered - toleranceMs) return { wrong: `${description}: decided ${answered - decided} ms too early` }
  const lastAnswered = Math.max(...slot.answers.map(({ answeredAt: at }) => at))
  return { detection: { service_id, slot: start, answered, lastAnswered, decided, planned, accepted } }
}

interface JudgedSlot {
  readonly service_id: number
  readonly slot: number
  readonly outcome: 'ok' | 'failure' | 'unknown'
  readonly error_tolerance: number
  readonly checks: readonly StoredCheck[]
  /** The answers to the checks with a result, in the order in which they were sent. */
  readonly answers: readonly TargetAnswer[]
  readonly differences: readonly string[]
}

/** Returns all closed slots in chronological order. */
function createSlots(analyses: ObservedRun['analyses'], answers: ObservedRun['answers']): Map<string, JudgedSlot> {
  const answersBySlot = Map.groupBy(answers, ({ service, slot }) => keyOf(service, slot))
  const inOrder = analyses.toSorted((one, other) => one.slot - other.slot)
  return new Map(
    inOrder.map((analysis) => {
      const { service_id, slot, error_tolerance, checks } = analysis
      const key = keyOf(service_id, slot)
      const matched = matchAnswers(analysis, answersBySlot.get(key) ?? [])
      const { outcome } = judge(checks, error_tolerance)
      return [key, { service_id, slot, outcome, error_tolerance, checks, ...matched }]
    }),
  )
}

/** Finds the answer to each check. Its request is the first one after its start: sensors start seconds apart. */
function matchAnswers(
  { service_id, slot, checks }: ObservedRun['analyses'][number],
  slotAnswers: readonly TargetAnswer[],
): Pick<JudgedSlot, 'answers' | 'differences'> {
  const [answers, differences]: [TargetAnswer[], string[]] = [[], []]
  const requests = slotAnswers.toSorted((one, other) => one.arrivedAt - other.arrivedAt)
  for (const { sensor_id, result, started } of checks) {
    if (result === 'unknown') continue
    const answer = requests.find(({ arrivedAt: came }) => came > slot + started - toleranceMs)
    if (answer !== undefined) answers.push(answer)
    if (answer?.isFailing !== (result === 'error'))
      differences.push(
        `check of ${service_id} at ${new Date(slot).toISOString()} by ${sensor_id}: ${result}, the answer was ${describe(answer)}`,
      )
  }
  return { answers: answers.toSorted((one, other) => one.answeredAt - other.answeredAt), differences }
}

const describe = (answer: TargetAnswer | undefined): string =>
  answer === undefined ? 'never given' : answer.isFailing ? 'failing' : 'good'

/** Returns the time of the first answer after which the slot is a failure, whatever the other sensors report. */
function findDecidingAnswer({ answers, checks, error_tolerance }: JudgedSlot): number | undefined {
  return answers.find((_, index) => {
    const known = answers.slice(0, index + 1).map(({ isFailing }) => (isFailing ? 'error' : 'ok'))
    return listCompletions(known, checks.length).every(
      (results) =>
        judge(
          results.map((result) => ({ result })),
          error_tolerance,
        ).outcome === 'failure',
    )
  })?.answeredAt
}

type Result = StoredCheck['result']

/** Returns all ways in which the results of a slot can be completed. */
function listCompletions(known: readonly Result[], count: number): Result[][] {
  if (known.length >= count) return [[...known]]
  return (['ok', 'error', 'unknown'] as const).flatMap((next) => listCompletions([...known, next], count))
}

/** Returns the failures whose first slot no incident covers. */
function findMissed(
  slots: ReadonlyMap<string, JudgedSlot>,
  incidents: readonly StoredIncident[],
  from: number,
): string[] {
  const byService = Map.groupBy(incidents, ({ service_id }) => service_id)
  const failing = new Set<number>()
  return [...slots.values()].flatMap(({ service_id, slot, outcome }) => {
    const isStart = outcome === 'failure' && !failing.has(service_id)
    if (outcome === 'failure') failing.add(service_id)
    else if (outcome === 'ok') failing.delete(service_id)
    if (!isStart || slot < from) return []
    const isCovered = byService.get(service_id)?.some(({ start, end }) => start <= slot && (end ?? slot) >= slot)
    return isCovered ? [] : [`failure of ${service_id} at ${new Date(slot).toISOString()}: no incident`]
  })
}

const keyOf = (service_id: number, slot: number): string => `${service_id} ${slot}`
