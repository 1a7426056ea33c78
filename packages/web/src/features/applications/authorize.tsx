import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ApplicationCreateData, ApplicationRequest } from '@wachta/client'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Consent } from './consent.tsx'
import { authorizationRequestQuery } from './queries.ts'
import { applicationTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/authorize/$uid')

/** The page on which people decide whether an application gets access to their account. */
export function Authorize() {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  useTitle(texts('applications.consentTitle'))
  const { uid } = route.useParams()
  const { data, error } = useQuery(authorizationRequestQuery(uid))
  if (!data)
    return (
      <>
        <PageHeader title={texts('applications.consentTitle')} />
        {error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />}
      </>
    )
  return <AuthorizationDecision uid={uid} request={data} />
}

/** Asks for the decision, and redirects the browser with it. */
export function AuthorizationDecision({
  uid,
  request,
}: {
  readonly uid: string
  readonly request: ApplicationRequest
}) {
  const texts = useTexts(applicationTexts)
  const path = { _uid: uid }
  // The URL belongs to the OAuth 2 provider, not to a screen of the app.
  const continueInBrowser = ({ continue: next }: { continue: string }) => location.assign(next)
  const approve = useSending({
    send: (client, scopes: readonly string[]) =>
      client.call('approve_authorization_request', {
        path,
        body: { scopes: scopes as ApplicationCreateData['scopes'] },
      }),
    onSuccess: continueInBrowser,
  })
  const deny = useSending({
    send: (client) => client.call('deny_authorization_request', { path }),
    onSuccess: continueInBrowser,
  })
  return (
    <>
      <PageHeader title={texts('applications.consentAsk', { name: request.application_name })} />
      <Consent request={request} approve={approve} deny={deny} />
    </>
  )
}
