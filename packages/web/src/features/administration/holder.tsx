import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminAccount } from '@wachta/client'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountKeys } from '../accounts/queries.ts'
import { holderQuery } from './queries.ts'
import { administrationTexts } from './texts.ts'

const contactFields = ['email_address', 'contact_person', 'phone_number'] as const

/** The contact data of an account, and notes that only administrators see. */
export function HolderDetails({ id }: { readonly id: number }) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const { data, error } = useQuery(holderQuery(id))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  return (
    <ScreenSection title={texts('holder.title')} text={texts('holder.text')}>
      <div className="max-w-sm">
        <HolderForm key={data.id} account={data} />
      </div>
    </ScreenSection>
  )
}

function HolderForm({ account }: { readonly account: AdminAccount }) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const queries = useQueryClient()
  const mutation = useSending({
    send: (client, form: FormData) =>
      client.call('update_admin_account', {
        path: { _id: account.id },
        body: {
          email_address: readFieldText(form, 'email_address').trim(),
          contact_person: readFieldText(form, 'contact_person').trim() || null,
          phone_number: readFieldText(form, 'phone_number').trim() || null,
          comment: readFieldText(form, 'comment'),
        },
      }),
    onSuccess: () => {
      showToast(texts('manage.saved'))
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
  })
  return (
    <Form isInline isGuarded submit={t('settings.save')} mutation={mutation} fields={[...contactFields, 'comment']}>
      {(getFieldErrors) => (
        <>
          {contactFields.map((name) => (
            <FormField key={name} label={t(`profile.${name}`)} fieldErrors={getFieldErrors(name)}>
              {(fieldIds) => <TextInput {...fieldIds} name={name} defaultValue={account[name] ?? ''} />}
            </FormField>
          ))}
          <FormField
            label={texts('holder.comment')}
            hint={texts('holder.commentHint')}
            fieldErrors={getFieldErrors('comment')}
          >
            {(fieldIds) => <TextArea {...fieldIds} name="comment" defaultValue={account.comment} />}
          </FormField>
        </>
      )}
    </Form>
  )
}
