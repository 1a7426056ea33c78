import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StatusPage, StatusPageLink } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { accessTexts } from './access-texts.ts'
import { pageLinkQuery } from './queries.ts'

/** The link that opens a page. The API creates it only for a page that is stored with the visibility `link`. */
export function PageLink({ page }: { readonly page: Partial<StatusPage> | undefined }) {
  const texts = useTexts(accessTexts)
  if (page?.id === undefined || page.visibility !== 'link')
    return <p className="text-muted">{texts('linkAfterSaving')}</p>
  return <CurrentLink page={page.id} />
}

function CurrentLink({ page }: { readonly page: number }) {
  const texts = useTexts(accessTexts)
  const { data, error, refetch } = useQuery(pageLinkQuery(page))
  if (!data) return error ? <Failed error={error} reset={() => void refetch()} /> : <Skeleton className="h-10 w-full" />
  return (
    <div className="grid gap-2">
      {data.url === null ? (
        <p className="text-muted">{texts('noLink')}</p>
      ) : (
        <FormField label={texts('link')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              readOnly
              value={data.url ?? ''}
              onFocus={(event) => event.target.select()}
              className="font-mono text-sm"
            />
          )}
        </FormField>
      )}
      <LinkActions page={page} url={data.url} />
    </div>
  )
}

function LinkActions({ page, url }: StatusPageLink & { readonly page: number }) {
  const { t } = useI18n()
  const texts = useTexts(accessTexts)
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const storeLink = (link: StatusPageLink) => queries.setQueryData(pageLinkQuery(page).queryKey, link)
  const path = { _id: page }
  const creating = useMutation({
    mutationFn: () => client.call('create_status_page_link', { path }),
    onSuccess: (link) => {
      showToast(texts(url === null ? 'linkCreated' : 'linkReplaced'))
      setConfirming(false)
      storeLink(link)
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {url !== null && (
        <CopyButton
          text={url}
          label={texts('copyLink')}
          doneLabel={t('common.copied')}
          failedText={t('common.notCopied')}
        />
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        size="small"
        busy={creating.isPending}
        onClick={() => (url === null ? creating.mutate() : setConfirming(true))}
      >
        {texts(url === null ? 'createLink' : 'replaceLink')}
      </Button>
      {url !== null && (
        <DeleteButton
          text={texts('deleteLink')}
          title={texts('deleteLinkAsk')}
          consequences={texts('deleteLinkMeans')}
          doneMessage={texts('linkDeleted')}
          deleteRecord={() => client.call('delete_status_page_link', { path })}
          onDone={() => storeLink({ url: null })}
        />
      )}
      {isConfirming && (
        <Confirm
          title={texts('replaceAsk')}
          description={texts('replaceMeans')}
          confirm={texts('replace')}
          cancel={t('common.cancel')}
          closeLabel={t('common.close')}
          busy={creating.isPending}
          isDangerous
          onClose={() => setConfirming(false)}
          onConfirm={() => creating.mutate()}
        />
      )}
    </div>
  )
}
