import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { openIssuer, prepareRoundTrip } from '../../app/session/round-trip.ts'
import { Entrance } from '../authentication/entrance.tsx'
import { ssoTexts } from './texts.ts'

const route = getRouteApi('/sso/$slug')

/** Goes straight to the identity provider of a connection. */
export function SsoDirect() {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const { slug } = route.useParams()
  const { error } = useQuery({
    queryKey: ['sso', slug],
    queryFn: async () => {
      const code_challenge = await prepareRoundTrip('/')
      openIssuer(await client.call('begin_sso_sign_in', { body: { slug, code_challenge } }, { token: null }))
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Entrance
      title={t('sso.title')}
      below={
        <Link to="/sign-in" className="text-accent underline underline-offset-4">
          {texts('sso.withPassword')}
        </Link>
      }
    >
      <p role="status" className={error ? 'text-failure' : 'text-muted'}>
        {error ? errorText(error) : texts('sso.leaving')}
      </p>
    </Entrance>
  )
}
