import { isJsonObject, type RecordedStep } from './recorded-step.ts'
import { RecordingError } from './recording-error.ts'

type Presence = 'present' | 'gone' | 'unknown'

interface WaitedFor {
  readonly wanted: Presence
  /** Whether the scenario can express everything that the step waits for. */
  readonly isExact: boolean
}

const opposites = { present: 'gone', gone: 'present', unknown: 'unknown' } as const

/**
 * Whether a step waits until an element is visible or gone. A scenario can neither count elements nor compare
 * properties.
 */
export function judgeWait(step: RecordedStep): WaitedFor {
  const { operator = '>=', count = 1, visible = true, properties, attributes } = step.fields
  if (typeof count !== 'number' || typeof visible !== 'boolean') throw new RecordingError('invalid_step', step)
  const counted = judgeCount(operator, count)
  if (counted === undefined) throw new RecordingError('invalid_step', step)
  const hasConditions = [properties, attributes].some((each) => isJsonObject(each) && Object.keys(each).length > 0)
  // Without `visible` the step waits for the opposite; a condition that is only approximated cannot be negated.
  if (!visible && (!counted.isExact || hasConditions)) return { wanted: 'unknown', isExact: false }
  return {
    wanted: visible ? counted.wanted : opposites[counted.wanted],
    isExact: counted.isExact && !hasConditions,
  }
}

function judgeCount(operator: unknown, count: number): WaitedFor | undefined {
  switch (operator) {
    case '>=':
      return count <= 0 ? { wanted: 'unknown', isExact: false } : { wanted: 'present', isExact: count === 1 }
    case '==':
      return count === 0 ? { wanted: 'gone', isExact: true } : { wanted: 'present', isExact: count === 1 }
    case '<=':
      return count === 0 ? { wanted: 'gone', isExact: true } : { wanted: 'unknown', isExact: false }
    default:
      return undefined
  }
}
