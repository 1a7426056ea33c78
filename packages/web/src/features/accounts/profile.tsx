import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, UserData } from '@wachta/client'
import { Suspense, useState } from 'react'
import { meKey } from '../../app/client/me.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ViewSettings } from '../../app/shell/view-settings.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { authenticationKeys, userDataQuery } from '../authentication/queries.ts'
import { zonesQuery } from '../dictionaries/queries.ts'
import { CloseAccount } from './close-account.tsx'
import { LanguageField } from './language-field.tsx'
import { accountKeys } from './queries.ts'

const Export = lazyPart(async () => (await import('./export.tsx')).Export)

/** Fields of the user data, which is a separate resource of the API. */
const personalFields = [
  'email_address',
  'contact_person',
  'phone_number',
  'address',
  'tax_identification_number',
] as const

export function Profile({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const { data: holder, error } = useQuery(userDataQuery(account.id))
  if (!holder) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <div className="grid gap-8">
      <ScreenSection title={t('account.profile')} text={t('profile.text')}>
        <ProfileForm account={account} holder={holder} />
      </ScreenSection>
      <ScreenSection title={t('view.title')} text={t('profile.view')}>
        <div className="max-w-sm">
          <ViewSettings />
        </div>
      </ScreenSection>
      {account.permissions?.export && (
        <Suspense>
          <Export account={account} />
        </Suspense>
      )}
      {account.permissions?.close && <CloseAccount account={account} />}
    </div>
  )
}

interface ProfileProps {
  readonly account: Account
  readonly holder: UserData
}

type GetFieldErrors = (field: string) => readonly string[]

function ProfileForm({ account, holder }: ProfileProps) {
  const { t } = useI18n()
  const [zone, setZone] = useState(account.time_zone_id)
  const [language, setLanguage] = useState(account.language_id)
  const mutation = useSavingProfile(account.id, { language_id: language, time_zone_id: zone })
  const isReadOnly = account.permissions?.update !== true || holder.permissions?.update !== true
  const fields = (getFieldErrors: GetFieldErrors) => (
    <fieldset disabled={isReadOnly} className="grid gap-4 sm:grid-cols-2">
      <PersonFields account={account} holder={holder} getFieldErrors={getFieldErrors} />
      <LanguageField
        value={language}
        onChoose={setLanguage}
        hint={t('profile.languageHint')}
        fieldErrors={getFieldErrors('language_id')}
      />
      <ZoneField zone={zone} onChoose={setZone} fieldErrors={getFieldErrors('time_zone_id')} />
    </fieldset>
  )
  if (isReadOnly)
    return (
      <div className="grid max-w-3xl gap-4">
        <p className="text-muted">{t('profile.readOnly')}</p>
        {fields(() => [])}
      </div>
    )
  return (
    <div className="max-w-3xl">
      <Form
        isInline
        isGuarded
        submit={t('settings.save')}
        mutation={mutation}
        fields={['name', ...personalFields, 'language_id', 'time_zone_id']}
      >
        {fields}
      </Form>
    </div>
  )
}

function PersonFields({ account, holder, getFieldErrors }: ProfileProps & { readonly getFieldErrors: GetFieldErrors }) {
  const { t } = useI18n()
  const pendingEmail = holder.pending_email_address
  return (
    <>
      <FormField label={t('profile.name')} fieldErrors={getFieldErrors('name')}>
        {(fieldIds) => <TextInput {...fieldIds} name="name" defaultValue={account.name} />}
      </FormField>
      {personalFields.map((name) => (
        <FormField
          key={name}
          label={t(`profile.${name}`)}
          hint={
            name === 'email_address' && pendingEmail ? t('profile.pendingEmail', { address: pendingEmail }) : undefined
          }
          fieldErrors={getFieldErrors(name)}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              name={name}
              type={name === 'email_address' ? 'email' : name === 'phone_number' ? 'tel' : 'text'}
              defaultValue={holder[name] ?? ''}
            />
          )}
        </FormField>
      ))}
    </>
  )
}

interface ZoneFieldProps {
  readonly zone: string
  readonly onChoose: (zone: string) => void
  readonly fieldErrors: readonly string[]
}

function ZoneField({ zone, onChoose, fieldErrors }: ZoneFieldProps) {
  const { t } = useI18n()
  const { data: zones = [] } = useQuery(zonesQuery)
  return (
    <FormField label={t('profile.zone')} hint={t('profile.zoneHint')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <Combobox
          fieldIds={fieldIds}
          choices={zones.map(({ id, name }) => ({ value: id, label: name }))}
          value={zone}
          onChoose={(chosen) => onChoose(chosen ?? zone)}
          nothing={t('filters.nothing')}
        />
      )}
    </FormField>
  )
}

function useSavingProfile(id: number, chosen: Pick<Account, 'language_id' | 'time_zone_id'>) {
  const { t } = useI18n()
  const queries = useQueryClient()
  return useSending({
    send: async (client, form: FormData) => {
      const person = Object.fromEntries(personalFields.map((name) => [name, readFieldText(form, name).trim() || null]))
      await client.call('update_account', {
        path: { _id: id },
        body: { name: readFieldText(form, 'name').trim(), ...chosen },
      })
      await client.call('update_user_data', {
        path: { _id: id },
        body: { ...person, email_address: person['email_address'] ?? '' },
      })
    },
    onSuccess: () => {
      showToast(t('profile.saved'))
      return Promise.all(
        [meKey, authenticationKeys.userData, accountKeys.all].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}
