import type { Occurrence } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { useRules } from '../../data/alert-rules.ts'
import { useErrorTypes } from '../../data/error-types.ts'
import { useSensors } from '../../data/sensors.ts'
import { type Words, wordsOf } from './occurrence-words.ts'

/** Puts occurrences into words, with the names that are known. */
export function useWords(services: ReadonlyMap<number, string>): (occurrence: Occurrence) => Words {
  const { t } = useSpeech()
  const [rules, sensors, errorTypes] = [useRules(), useSensors(), useErrorTypes()]
  return (occurrence) => wordsOf(occurrence, { t, rules, sensors, services, errorTypes })
}
