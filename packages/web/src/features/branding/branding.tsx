import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, Branding as BrandingRecord, EffectiveBranding } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import {
  type BrandingValues,
  brandingContactFields,
  hasOwnBranding,
  toBrandingData,
  toBrandingValues,
} from './branding-values.ts'
import { ColourInput } from './colour-input.tsx'
import { LogoField } from './logo-field.tsx'
import { brandingKey, brandingQuery } from './queries.ts'

/** The settings for the name, logo, colour and contact in the reports of an account. */
export function BrandingSection({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const { data, error } = useQuery(brandingQuery(account.id))
  return (
    <ScreenSection title={t('branding.title')} text={t('branding.text')}>
      {data ? (
        <BrandingForm key={JSON.stringify(data.own)} id={account.id} {...data} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <SkeletonRows label={t('common.loading')} />
      )}
    </ScreenSection>
  )
}

interface BrandingFormProps {
  readonly id: number
  readonly own: BrandingRecord
  readonly effective: EffectiveBranding
}

function BrandingForm({ id, own, effective }: BrandingFormProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [values, setValues] = useState<BrandingValues>(() => toBrandingValues(own))
  const change = (next: Partial<BrandingValues>) => setValues((before) => ({ ...before, ...next }))
  const markSaved = useUnsaved(values)
  const saving = useSending({
    send: (via) => via.call('update_account_branding', { path: { _id: id }, body: toBrandingData(values) }),
    onSuccess: () => {
      markSaved()
      showToast(t('branding.saved'))
      return queries.invalidateQueries({ queryKey: brandingKey })
    },
  })
  const fieldErrors = useFieldErrors(saving.error)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate()
  }
  const describeInherited = (part: EffectiveBranding['inherited'][number]) =>
    effective.inherited.includes(part) ? t('branding.inherited') : undefined
  const getTextProps = (field: 'name' | (typeof brandingContactFields)[number]) => ({
    value: values[field],
    placeholder: effective.inherited.length > 0 || field === 'name' ? (effective[field] ?? '') : '',
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <form onSubmit={send} noValidate className="grid gap-4">
        <FormField
          label={t('branding.name')}
          hint={describeInherited('identity')}
          fieldErrors={fieldErrors.get('name')}
        >
          {(fieldIds) => <TextInput {...fieldIds} {...getTextProps('name')} />}
        </FormField>
        <LogoField
          value={values.logo}
          onChange={(logo) => change({ logo })}
          fieldErrors={findLogoErrors(fieldErrors)}
        />
        <FormField
          label={t('branding.colour')}
          hint={describeInherited('accent_colour')}
          fieldErrors={fieldErrors.get('accent_colour')}
        >
          {(fieldIds) => (
            <ColourInput
              fieldIds={fieldIds}
              value={values.accent_colour}
              inherited={effective.accent_colour}
              onChange={(accent_colour) => change({ accent_colour })}
            />
          )}
        </FormField>
        {brandingContactFields.map((field) => (
          <FormField
            key={field}
            label={t(`branding.${field}`)}
            hint={field === 'contact_url' ? describeInherited('contact') : undefined}
            fieldErrors={fieldErrors.get(field)}
          >
            {(fieldIds) => <TextInput {...fieldIds} {...getTextProps(field)} />}
          </FormField>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" kind="primary" busy={saving.isPending}>
            {t('settings.save')}
          </Button>
          <CopyAsCurl requests={() => saving.requests()} />
          {hasOwnBranding(own) && <DeleteBranding id={id} />}
          <p role="status" className="text-failure empty:hidden">
            {saving.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(saving.error))}
          </p>
        </div>
      </form>
      <BrandingPreview values={values} effective={effective} />
    </div>
  )
}

function DeleteBranding({ id }: { readonly id: number }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  return (
    <DeleteButton
      size="normal"
      title={t('branding.deleteAsk')}
      consequences={t('branding.deleteMeans')}
      doneMessage={t('branding.deleted')}
      deleteRecord={() => client.call('delete_account_branding', { path: { _id: id } })}
      onDone={() => queries.invalidateQueries({ queryKey: brandingKey })}
    />
  )
}

const findLogoErrors = (fieldErrors: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  [...fieldErrors].filter(([field]) => field.startsWith('logo')).flatMap(([, messages]) => messages)
