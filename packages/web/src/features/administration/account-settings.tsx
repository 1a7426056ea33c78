import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { meKey } from '../../app/client/me.ts'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LanguageField } from '../accounts/language-field.tsx'
import { accountKeys } from '../accounts/queries.ts'
import { packagesQuery } from '../packages/queries.ts'
import { administrationTexts } from './texts.ts'

interface AccountSettingsProps {
  readonly account: Account
  readonly me: Account
}

/** The name, package and rights of an account, as far as the user may change them. */
export function AccountSettings({ account, me }: AccountSettingsProps) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const queries = useQueryClient()
  const isAdministrator = useIsAdministrator()
  const [packageId, setPackageId] = useState(String(account.package_id))
  const [language, setLanguage] = useState(account.language_id)
  const [isReadOnly, setReadOnly] = useState(account.is_read_only)
  // Users cannot choose their own limits, and an additional user has those of its parent account.
  const mayChoosePackage =
    account.parent_account_id === null &&
    (isAdministrator || account.reseller_account_id === (me.parent_account_id ?? me.id))
  const mayLimit = account.id !== me.id
  const mutation = useSending({
    send: (client, form: FormData) =>
      client.call('update_account', {
        path: { _id: account.id },
        body: {
          name: readFieldText(form, 'name').trim(),
          language_id: language,
          ...(mayChoosePackage && Number(packageId) !== account.package_id && { package_id: Number(packageId) }),
          ...(mayLimit && { is_read_only: isReadOnly }),
        },
      }),
    onSuccess: () => {
      showToast(texts('manage.saved'))
      return Promise.all(
        [accountKeys.all, meKey, accountKeys.usage].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
  })
  if (account.permissions?.update !== true)
    return (
      <ScreenSection title={t('service.settings')}>
        <p className="text-muted">{texts('manage.readOnly')}</p>
      </ScreenSection>
    )
  return (
    <ScreenSection title={t('service.settings')}>
      <div className="max-w-sm">
        <Form
          isInline
          isGuarded
          submit={t('settings.save')}
          mutation={mutation}
          fields={['name', 'language_id', 'package_id', 'is_read_only']}
        >
          {(getFieldErrors) => (
            <>
              <FormField label={t('profile.name')} fieldErrors={getFieldErrors('name')}>
                {(fieldIds) => <TextInput {...fieldIds} name="name" defaultValue={account.name} />}
              </FormField>
              {mayChoosePackage && (
                <PackageField
                  account={account}
                  value={packageId}
                  onChoose={setPackageId}
                  fieldErrors={getFieldErrors('package_id')}
                />
              )}
              <LanguageField value={language} onChoose={setLanguage} fieldErrors={getFieldErrors('language_id')} />
              {mayLimit && (
                <FormField
                  label={t('users.readOnly')}
                  hint={t('users.readOnlyHint')}
                  fieldErrors={getFieldErrors('is_read_only')}
                >
                  {(fieldIds) => <Switch fieldIds={fieldIds} checked={isReadOnly} onChange={setReadOnly} />}
                </FormField>
              )}
            </>
          )}
        </Form>
      </div>
    </ScreenSection>
  )
}

interface PackageFieldProps {
  readonly account: Account
  readonly value: string
  readonly onChoose: (id: string) => void
  readonly fieldErrors: readonly string[]
}

/**
 * Selects one of the packages that the user may assign, or the current one, which another account may have assigned.
 */
function PackageField({ account, value, onChoose, fieldErrors }: PackageFieldProps) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const { data: packages = [] } = useQuery(packagesQuery)
  const choices = packages.some(({ id }) => id === account.package_id)
    ? packages
    : [{ id: account.package_id, name: account.package?.name ?? texts('manage.otherPackage') }, ...packages]
  return (
    <FormField label={t('administration.package')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <Select
          {...fieldIds}
          value={value}
          choices={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChoose={onChoose}
        />
      )}
    </FormField>
  )
}
