import { useMutation } from '@tanstack/react-query'
import { type Account, type OmittedReference, readAccount, toDeclaration } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/csv.ts'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { WithCode } from '../../ui/with-code.tsx'

/** Downloads the configuration or all data of the account. */
export function Export({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  return (
    <ScreenSection title={t('export.title')} text={t('export.text')}>
      <div className="grid gap-6">
        <ConfigurationExport />
        <DataExport account={account.id} />
      </div>
    </ScreenSection>
  )
}

/** Downloads the configuration as a file that can be applied again. */
function ConfigurationExport() {
  const { t } = useI18n()
  const [includeAll, setIncludeAll] = useState(true)
  const mutation = useMutation({
    mutationFn: async () => toDeclaration(await readAccount(client, new AbortController().signal), { all: includeAll }),
    onSuccess: ({ document }) => {
      saveFile('wachta.json', 'application/json', `${JSON.stringify(document, null, 2)}\n`)
      showToast(t('export.saved'))
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-sm text-muted">
        <WithCode text={t('export.configurationText')} />
      </p>
      <FormField isBeside label={t('export.all')} hint={t('export.allHint')}>
        {(fieldIds) => (
          <input
            {...fieldIds}
            type="checkbox"
            checked={includeAll}
            onChange={(event) => setIncludeAll(event.target.checked)}
            className="size-4.5 shrink-0 accent-accent"
          />
        )}
      </FormField>
      <Button busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('export.configuration')}
      </Button>
      {mutation.data && mutation.data.omitted.length > 0 && <OmittedReferences references={mutation.data.omitted} />}
    </div>
  )
}

/** Lists references that the file omits, because their targets are not part of it. */
function OmittedReferences({ references }: { readonly references: readonly OmittedReference[] }) {
  const { t } = useI18n()
  return (
    <div role="status" className="text-sm">
      <p>{t('export.leftOut')}</p>
      <ul className="list-disc pl-5">
        {references.map(({ section, external_id, field, to }) => (
          <li key={`${section} ${external_id} ${field} ${to}`}>
            <code className="break-all">{`${section}/${external_id}: ${field}`}</code> → {to}
          </li>
        ))}
      </ul>
    </div>
  )
}

function DataExport({ account }: { readonly account: number }) {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: () => client.call('export_account', { path: { _id: account } }),
    onSuccess: (archive) => {
      saveFile(`account-${account}.zip`, 'application/zip', archive)
      showToast(t('export.saved'))
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-sm text-muted">{t('export.everythingText')}</p>
      <Button busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('export.everything')}
      </Button>
    </div>
  )
}
