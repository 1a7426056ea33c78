import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SsoConnection } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { CopyableValue } from './copyable-value.tsx'
import { ssoKeys } from './queries.ts'
import { ssoTexts } from './texts.ts'

/** The address and the token for the directory, which manages users by SCIM. */
export function ScimToken({ connection }: { readonly connection: SsoConnection }) {
  const { formats } = useI18n()
  const texts = useTexts(ssoTexts)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ssoKeys.all })
  const path = { _id: connection.id }
  const create = useMutation({
    mutationFn: () => client.call('create_scim_token', { path }),
    onSuccess: refresh,
    onError: (failure) => showWarning(errorText(failure)),
  })
  const since = connection.scim_token_created_at
  return (
    <section className="grid gap-3">
      <h4 className="font-medium">{texts('sso.scim')}</h4>
      <p className="max-w-prose text-sm text-muted">{texts('sso.scimText')}</p>
      {since !== null && (
        <dl className="grid gap-3">
          <CopyableValue label={texts('sso.scimAddress')} text={`${location.origin}/scim/v2`} />
          {create.data && <CopyableValue label={texts('sso.scimOnce')} text={create.data.token} />}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={create.isPending} onClick={() => create.mutate()}>
          {texts(since === null ? 'sso.createToken' : 'sso.replaceToken')}
        </Button>
        {since !== null && (
          <DeleteButton
            text={texts('sso.deleteToken')}
            title={texts('sso.deleteTokenAsk')}
            consequences={texts('sso.deleteTokenMeans')}
            doneMessage={texts('sso.tokenDeleted')}
            size="normal"
            deleteRecord={() => client.call('delete_scim_token', { path })}
            onDone={() => {
              create.reset()
              return refresh()
            }}
          />
        )}
        {since !== null && (
          <span className="text-sm text-muted">{texts('sso.tokenSince', { time: formats.exact(since) })}</span>
        )}
      </div>
    </section>
  )
}
