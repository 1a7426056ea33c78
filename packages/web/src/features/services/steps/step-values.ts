import type { StepEntry } from './entry-kinds.ts'
import type { Step } from './step-model.ts'

/** Reads fields of a step that was parsed; those that are left out are empty. */
export const getText = (step: Step, name: string): string => {
  const value = step[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const getTextList = (step: Step, name: string): readonly string[] => {
  const value = step[name]
  return Array.isArray(value) ? value.map(String) : []
}

export const getEntries = (step: Step, name: string): readonly StepEntry[] => {
  const value: unknown = step[name]
  return Array.isArray(value) ? (value as readonly StepEntry[]) : []
}
