import type { Occurrence } from '@wachta/client'
import { useErrorTypes, useSensors } from '../../data/dictionaries.ts'
import { useRules } from '../../data/rules.ts'
import { useSpeech } from '../../language/language.tsx'
import { type Words, wordsOf } from './occurrence-words.ts'

/** Puts occurrences into words, with the names that are known. */
export function useWords(services: ReadonlyMap<number, string>): (occurrence: Occurrence) => Words {
  const { t } = useSpeech()
  const [rules, sensors, errorTypes] = [useRules(), useSensors(), useErrorTypes()]
  return (occurrence) => wordsOf(occurrence, { t, rules, sensors, services, errorTypes })
}
