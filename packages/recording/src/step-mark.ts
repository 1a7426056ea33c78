import { maxNameLength } from './browser-step.ts'
import { isOneLine } from './one-line.ts'
import { isJsonObject, type RecordedStep } from './recorded-step.ts'

/** A custom field of the first recorded step of each scenario step; the Recorder ignores it. */
const markField = 'wachtaStep'

interface StepMark {
  readonly name: string
  readonly cleanup: boolean
}

export const writeStepMark = ({ name, cleanup }: StepMark) => ({ [markField]: { name, ...(cleanup && { cleanup }) } })

export function readStepMark({ fields }: RecordedStep): StepMark | undefined {
  const mark = fields[markField]
  if (!isJsonObject(mark)) return undefined
  const { name, cleanup } = mark
  const isName = typeof name === 'string' && name !== '' && isOneLine(name)
  return isName && name.length <= maxNameLength ? { name, cleanup: cleanup === true } : undefined
}
