import { ApiError } from '@wachta/resource'
import { registry } from '../features/registry.ts'
import { toDatabaseViolation } from '../platform/errors/database.ts'
import { buildErrorResponse } from '../platform/errors/error-response.ts'

/** The error of an operator's command, with its text in both languages. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly texts: Readonly<Record<'en' | 'pl', string>>

  constructor(texts: Readonly<Record<'en' | 'pl', string>>, options?: ErrorOptions) {
    super(texts.en, options)
    this.texts = texts
  }
}

/** Converts an API error, or a database error that has one, for the terminal; returns other errors unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  const violation = error instanceof ApiError ? error.violations[0] : toDatabaseViolation(error, registry)
  if (!violation) return error
  const toText = (language: 'en' | 'pl') => {
    const [first] = buildErrorResponse([violation], language).body as { message: string }[]
    const field = violation.field?.replace(/^(data|query)\.?/, '')
    return field ? `${field}: ${first?.message}` : `${first?.message}`
  }
  return new OperatorError({ en: toText('en'), pl: toText('pl') }, { cause: error })
}
