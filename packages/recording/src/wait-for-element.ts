import { isJsonObject, type RecordedStep } from './recorded-step.ts'
import { RecordingError } from './recording-error.ts'

type Presence = 'present' | 'gone' | 'unknown'

interface WaitCondition {
  readonly presence: Presence
  /** Whether the scenario can express everything that the step waits for. */
  readonly isExact: boolean
}

const opposites = { present: 'gone', gone: 'present', unknown: 'unknown' } as const

/**
 * Determines whether a step waits until an element is visible or gone. A scenario can neither count elements nor
 * compare properties.
 */
export function interpretWait(step: RecordedStep): WaitCondition {
  const { operator = '>=', count = 1, visible = true, properties, attributes } = step.fields
  if (typeof count !== 'number' || typeof visible !== 'boolean') throw new RecordingError('invalid_step', step)
  const countCondition = interpretCount(operator, count)
  if (countCondition === undefined) throw new RecordingError('invalid_step', step)
  const hasConditions = [properties, attributes].some((each) => isJsonObject(each) && Object.keys(each).length > 0)
  // If `visible` is false, the step waits for the opposite; a condition that is only approximated cannot be negated.
  if (!visible && (!countCondition.isExact || hasConditions)) return { presence: 'unknown', isExact: false }
  return {
    presence: visible ? countCondition.presence : opposites[countCondition.presence],
    isExact: countCondition.isExact && !hasConditions,
  }
}

function interpretCount(operator: unknown, count: number): WaitCondition | undefined {
  switch (operator) {
    case '>=':
      return count <= 0 ? { presence: 'unknown', isExact: false } : { presence: 'present', isExact: count === 1 }
    case '==':
      return count === 0 ? { presence: 'gone', isExact: true } : { presence: 'present', isExact: count === 1 }
    case '<=':
      return count === 0 ? { presence: 'gone', isExact: true } : { presence: 'unknown', isExact: false }
    default:
      return undefined
  }
}
