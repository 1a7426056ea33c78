import type { StepEntry } from './entry-kinds.ts'
import type { Step } from './step-model.ts'

/** Returns a field of a parsed step as text; empty if the step does not have it. */
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
