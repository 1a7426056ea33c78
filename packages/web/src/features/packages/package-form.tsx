import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AdminPackage } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { hasUnsaved, useUnsaved } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountKeys } from '../accounts/queries.ts'
import { useServiceTypes } from '../dictionaries/queries.ts'
import { flagFields, numberFields, type PackageDraft, toPackage, toPackageDraft } from './package-draft.ts'
import { PackageTypes } from './package-types.tsx'
import { channelsQuery, packageKeys } from './queries.ts'

/** The form for all limits of a package. The API rejects limits below what an account already uses. */
export function PackageForm({ original }: { readonly original: AdminPackage | undefined }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const types = useServiceTypes()
  const [draft, setDraft] = useState<PackageDraft>(() => toPackageDraft(original))
  const markSaved = useUnsaved(draft)
  const [createdId, setCreatedId] = useState<number>()
  const savedId = original?.id ?? createdId
  const change = (next: Partial<PackageDraft>) => setDraft((before) => ({ ...before, ...next }))
  const mutation = useSending<{ id: number } | undefined, FormData>({
    send: async (client) => {
      const body = toPackage(draft)
      if (savedId === undefined) return client.call('create_admin_package', { body })
      await client.call('update_admin_package', { path: { _id: savedId }, body })
      return undefined
    },
    onSuccess: async (created) => {
      markSaved()
      showToast(t('packages.saved'))
      if (created) setCreatedId(created.id)
      const newId = created?.id ?? createdId
      // While the form has changes made during the request, it stays open and saves them to the created package.
      if (newId !== undefined && !hasUnsaved())
        await navigate({ to: '/administration/packages/$id', params: { id: String(newId) }, replace: true })
      await Promise.all([packageKeys.all, accountKeys.usage].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  const fields = [
    'name',
    ...numberFields,
    ...flagFields,
    'available_notification_channel_ids',
    'available_service_types',
  ]
  return (
    <div className="max-w-4xl">
      <Form isInline submit={t('settings.save')} mutation={mutation} fields={fields}>
        {(getFieldErrors) => (
          <>
            <LimitFields draft={draft} onChange={change} getFieldErrors={getFieldErrors} />
            <ChannelFields draft={draft} onChange={change} getFieldErrors={getFieldErrors} />
            <fieldset>
              <legend className="mb-2 text-lg font-semibold">{t('limits.available_service_types')}</legend>
              <p className="mb-2 text-sm text-muted">{t('packages.typesText')}</p>
              <FieldErrorList fieldErrors={getFieldErrors('available_service_types')} />
              <PackageTypes
                types={[...types.values()].sort(compareNames)}
                chosen={draft.types}
                onChange={(chosen) => change({ types: chosen })}
              />
            </fieldset>
          </>
        )}
      </Form>
    </div>
  )
}

interface PackageFieldsProps {
  readonly draft: PackageDraft
  readonly onChange: (change: Partial<PackageDraft>) => void
  readonly getFieldErrors: (field: string) => readonly string[]
}

function LimitFields({ draft, onChange, getFieldErrors }: PackageFieldsProps) {
  const { t } = useI18n()
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-3 text-lg font-semibold">{t('packages.limits')}</legend>
      <FormField label={t('packages.name')} fieldErrors={getFieldErrors('name')}>
        {(fieldIds) => (
          <TextInput {...fieldIds} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </FormField>
      {numberFields.map((name) => (
        <FormField key={name} label={t(`limits.${name}`)} fieldErrors={getFieldErrors(name)}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              inputMode="numeric"
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </FormField>
      ))}
      {flagFields.map((name) => (
        <FormField key={name} label={t(`limits.${name}`)} fieldErrors={getFieldErrors(name)}>
          {(fieldIds) => (
            <Switch fieldIds={fieldIds} checked={draft[name]} onChange={(checked) => onChange({ [name]: checked })} />
          )}
        </FormField>
      ))}
    </fieldset>
  )
}

function ChannelFields({ draft, onChange, getFieldErrors }: PackageFieldsProps) {
  const { t, language } = useI18n()
  const { data: channels = [] } = useQuery(channelsQuery(language))
  return (
    <fieldset>
      <legend className="mb-2 text-lg font-semibold">{t('limits.available_notification_channel_ids')}</legend>
      <FieldErrorList fieldErrors={getFieldErrors('available_notification_channel_ids')} />
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {channels.toSorted(compareNames).map(({ id, name }) => (
          <label key={id} className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              checked={draft.channels.has(id)}
              onChange={() => onChange({ channels: toggle(draft.channels, id) })}
              className="size-4.5 shrink-0 accent-accent"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function FieldErrorList({ fieldErrors }: { readonly fieldErrors: readonly string[] }) {
  if (fieldErrors.length === 0) return null
  return (
    <p role="alert" className="mb-2 text-sm text-failure">
      <span aria-hidden="true">▲ </span>
      {fieldErrors.join(' ')}
    </p>
  )
}

const toggle = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((each) => each !== key)) : new Set([...set, key])
