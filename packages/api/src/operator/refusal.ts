import { Refusal } from '@wachta/resource'
import { registry } from '../features/registry.ts'
import { errorAnswer } from '../platform/errors/answer.ts'
import { databaseFault } from '../platform/errors/database.ts'

/** What was asked at a terminal is refused; its words say why, in both languages. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal'
  readonly words: Readonly<Record<'en' | 'pl', string>>

  constructor(words: Readonly<Record<'en' | 'pl', string>>, options?: ErrorOptions) {
    super(words.en, options)
    this.words = words
  }
}

/** What went wrong, for someone at a terminal; what is no refusal stays as it is. */
export function explained(error: unknown): unknown {
  const fault = error instanceof Refusal ? error.faults[0] : databaseFault(error, registry)
  if (!fault) return error
  const words = (language: 'en' | 'pl') => {
    const [told] = errorAnswer([fault], language).body as { message: string }[]
    const field = fault.field?.replace(/^(data|query)\.?/, '')
    return field ? `${field}: ${told?.message}` : `${told?.message}`
  }
  return new OperatorRefusal({ en: words('en'), pl: words('pl') }, { cause: error })
}
