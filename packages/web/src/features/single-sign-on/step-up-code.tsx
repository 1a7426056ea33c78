import { useMutation } from '@tanstack/react-query'
import type { CallInput, SsoResult } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The values that complete a request at the identity provider. */
export type FinishData = CallInput<'finish_sso_request'>['body']

interface StepUpCodeProps {
  readonly data: FinishData
  readonly onDone: (result: SsoResult) => void
}

/** Asks for the code of a step-up: the identity provider replaces the password, not the second factor. */
export function StepUpCode({ data, onDone }: StepUpCodeProps) {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: (form: FormData) => {
      const two_factor_code = readFieldText(form, 'two_factor_code').replaceAll(/\s/g, '')
      return client.call('finish_sso_request', { body: { ...data, two_factor_code } })
    },
    onSuccess: onDone,
  })
  return (
    <Form submit={t('code.submit')} mutation={mutation} fields={['two_factor_code']}>
      {(getFieldErrors) => (
        <FormField label={t('code.label')} hint={t('code.hint')} fieldErrors={getFieldErrors('two_factor_code')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              name="two_factor_code"
              inputMode="numeric"
              autoComplete="one-time-code"
              // The user has just come back from the identity provider, and this is the only field.
              autoFocus
              required
            />
          )}
        </FormField>
      )}
    </Form>
  )
}
