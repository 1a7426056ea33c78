import type { Occurrence } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { useRules } from '../alert-rules/queries.ts'
import { useErrorTypes } from '../error-types/queries.ts'
import { useSensors } from '../sensors/queries.ts'
import { type Words, wordsOf } from './occurrence-words.ts'

/** Puts occurrences into words, with the names that are known. */
export function useWords(services: ReadonlyMap<number, string>): (occurrence: Occurrence) => Words {
  const { t } = useSpeech()
  const [rules, sensors, errorTypes] = [useRules(), useSensors(), useErrorTypes()]
  return (occurrence) => wordsOf(occurrence, { t, rules, sensors, services, errorTypes })
}
