import { errorText } from '../../app/client/client.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import type { ServiceAllowance } from './queries.ts'
import { onboardingTexts } from './texts.ts'

interface StepNotesProps {
  readonly obstacle: string | null
  readonly error: Error | null
  /** The fields of the step, which show their own errors. */
  readonly fields: readonly string[]
}

/** Shows why no service can be created, and the errors that no field of the step shows. */
export function StepNotes({ obstacle, error, fields }: StepNotesProps) {
  const fieldErrors = useFieldErrors(error)
  const otherErrors = [...fieldErrors].filter(([field]) => !fields.includes(field)).flatMap(([, messages]) => messages)
  const general = error && fieldErrors.size === 0 ? [errorText(error)] : otherErrors
  return (
    <>
      {obstacle && <p className="text-unknown">▲ {obstacle}</p>}
      <div role="alert" className="empty:hidden">
        {general.length > 0 && <p className="text-failure">▲ {general.join(' ')}</p>}
      </div>
    </>
  )
}

/** Returns why the account cannot have another service; null if it can. */
export function useObstacle(allowance: ServiceAllowance | undefined): string | null {
  const texts = useTexts(onboardingTexts)
  if (!allowance) return null
  if (!allowance.mayCreate) return texts('onboarding.noRight')
  return allowance.isFull ? texts('onboarding.full', { limit: allowance.limit ?? 0 }) : null
}
