import { useQueryClient } from '@tanstack/react-query'
import type { UserData } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { splitLines } from './lines.ts'
import { authenticationKeys } from './queries.ts'

/** The IP addresses from which the account may be used. */
export function AllowList({ holder }: { readonly holder: UserData }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [isEnabled, setEnabled] = useState(holder.ip_whitelist_enabled)
  const [text, setText] = useState(holder.ip_whitelist.join('\n'))
  const mutation = useSending<unknown, FormData>({
    send: (client) =>
      client.call('update_user_data', {
        path: { _id: holder.id },
        body: { ip_whitelist: splitLines(text), ip_whitelist_enabled: isEnabled },
      }),
    onSuccess: () => {
      showToast(t('allowList.saved'))
      return Promise.all(
        [authenticationKeys.userData, authenticationKeys.sessions].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const isReadOnly = holder.permissions?.update !== true
  // The API reports an error per entry, by index; all of them are shown at the one field.
  const fieldErrors = useFieldErrors(mutation.error)
  const listFields = [...fieldErrors].filter(([field]) => field.startsWith('ip_whitelist')).map(([field]) => field)
  const inputs = (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <FormField label={t('allowList.enabled')} hint={t('allowList.enabledHint')}>
        {(fieldIds) =>
          isReadOnly ? (
            <p id={fieldIds.id}>{t(isEnabled ? 'common.yes' : 'common.no')}</p>
          ) : (
            <Switch fieldIds={fieldIds} checked={isEnabled} onChange={setEnabled} />
          )
        }
      </FormField>
      <FormField
        label={t('allowList.entries')}
        hint={t('allowList.hint')}
        fieldErrors={listFields.flatMap((field) => {
          const index = field.split('.')[1]
          const entry = index === undefined ? '' : `${splitLines(text)[Number(index)]}: `
          return (fieldErrors.get(field) ?? []).map((message) => `${entry}${message}`)
        })}
      >
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={5}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-sm"
          />
        )}
      </FormField>
    </fieldset>
  )
  return (
    <ScreenSection title={t('allowList.title')} text={t('allowList.text')}>
      <div className="max-w-sm">
        {isReadOnly ? (
          inputs
        ) : (
          <Form isInline isGuarded submit={t('settings.save')} mutation={mutation} fields={listFields}>
            {() => inputs}
          </Form>
        )}
      </div>
    </ScreenSection>
  )
}
