import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { accessTexts } from './access-texts.ts'

interface PagePasswordFieldProps {
  readonly password: string
  readonly onChange: (password: string) => void
  /** Whether a password is stored; an empty field keeps it. */
  readonly isSet: boolean
  readonly fieldErrors: readonly string[] | undefined
}

/** The password that visitors enter. It can be shown while it is typed, because it has to be passed on to them. */
export function PagePasswordField({ password, onChange, isSet, fieldErrors }: PagePasswordFieldProps) {
  const { t } = useI18n()
  const texts = useTexts(accessTexts)
  const [isShown, setShown] = useState(false)
  const hint = isSet ? texts('passwordKept') : `${t('password.hint')} ${texts('passwordNotShown')}`
  return (
    <FormField label={texts('password')} hint={hint} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <div className="flex w-full flex-wrap gap-2">
          <TextInput
            {...fieldIds}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            value={password}
            onChange={(event) => onChange(event.target.value)}
            className="min-w-0 flex-1"
          />
          <Button onClick={() => setShown(!isShown)}>{texts(isShown ? 'hidePassword' : 'showPassword')}</Button>
        </div>
      )}
    </FormField>
  )
}
