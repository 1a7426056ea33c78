import type { Occurrence } from '@wachta/client'
import { useRules } from '../../data/alert-rules.ts'
import { useErrorTypes } from '../../data/error-types.ts'
import { useSensors } from '../../data/sensors.ts'
import { useSpeech } from '../../language/language.tsx'
import { type Words, wordsOf } from './occurrence-words.ts'

/** Puts occurrences into words, with the names that are known. */
export function useWords(services: ReadonlyMap<number, string>): (occurrence: Occurrence) => Words {
  const { t } = useSpeech()
  const [rules, sensors, errorTypes] = [useRules(), useSensors(), useErrorTypes()]
  return (occurrence) => wordsOf(occurrence, { t, rules, sensors, services, errorTypes })
}
