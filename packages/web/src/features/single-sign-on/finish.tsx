import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { hasSymbol, isSessionVerified, type SignedIn, type SsoResult } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { takeRoundTrip } from '../../app/session/round-trip.ts'
import { session } from '../../app/session/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Code } from '../authentication/code.tsx'
import { Entrance } from '../authentication/entrance.tsx'
import { toLocalPath } from '../authentication/to-local-path.ts'
import { ClaimList } from './claim-list.tsx'
import { type FinishData, StepUpCode } from './step-up-code.tsx'
import { ssoTexts } from './texts.ts'

interface Outcome {
  readonly to: string
  readonly signedIn?: SignedIn
  readonly result?: SsoResult
  /** The request that a code of the second factor completes. */
  readonly unconfirmed?: FinishData
}

/** Reads the result from the URL fragment and removes it, so that it stays out of the browser history. */
const fragment = new URLSearchParams(location.pathname === '/sso/finish' ? location.hash.slice(1) : '')
if (fragment.size > 0) history.replaceState(history.state, '', location.pathname)

/** Completes what was started at the identity provider: a sign-in, a link, a confirmation or a trial. */
export function SsoFinish() {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const { history: routerHistory } = useRouter()
  const [unverified, setUnverified] = useState<SignedIn | null>(null)
  const [confirmed, setConfirmed] = useState<SsoResult | null>(null)
  const enter = ({ id, token }: SignedIn, to: string) => {
    session.begin({ id, token })
    routerHistory.push(toLocalPath(to))
  }
  const { data, error } = useQuery({
    queryKey: ['sso', 'finish'],
    queryFn: async () => {
      const outcome = await completeRoundTrip()
      const { signedIn, to } = outcome
      if (signedIn?.isVerified) enter(signedIn, to)
      else if (signedIn) setUnverified(signedIn)
      return outcome
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The round trip can be completed only once; a second attempt would replace the error by another one.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const errorSymbol = fragment.get('error')
  const result = confirmed ?? data?.result
  if (unverified)
    return (
      <Code
        session={unverified}
        onVerified={(signedIn) => enter(signedIn, data?.to ?? '/')}
        onBack={() => routerHistory.push('/sign-in')}
      />
    )
  return (
    <Entrance title={t('sso.title')}>
      {errorSymbol !== null || error ? (
        <Failure text={error ? errorText(error) : texts(toErrorKey(errorSymbol))} detail={fragment.get('problem')} />
      ) : result ? (
        <Done result={result} to={data?.to ?? '/'} />
      ) : data?.unconfirmed ? (
        <StepUpCode data={data.unconfirmed} onDone={setConfirmed} />
      ) : (
        <p role="status" className="text-muted">
          {texts('sso.finishing')}
        </p>
      )}
    </Entrance>
  )
}

const errors = ['sso_issuer_failed', 'sso_sign_in_expired'] as const

const toErrorKey = (errorSymbol: string | null) =>
  `sso.error.${errors.find((each) => each === errorSymbol) ?? 'sso_sign_in_expired'}` as const

async function completeRoundTrip(): Promise<Outcome> {
  const [code, purpose] = [fragment.get('code'), fragment.get('purpose')]
  const trip = takeRoundTrip()
  if (fragment.has('error')) return { to: '/' }
  const body = { code: code ?? '', code_verifier: trip?.verifier ?? '' }
  const to = trip?.to ?? '/'
  if (purpose !== 'sign_in') return { to, ...(await finishRequest(body)) }
  const signedIn = await client.call('finish_sso_sign_in', { body }, { token: null })
  return { to, signedIn: { ...signedIn, isVerified: await isSessionVerified(client, signedIn) } }
}

/**
 * Finishes a request other than a sign-in. The API asks for a code if the user has two-factor authentication that the
 * issuer does not replace; the request is then unconfirmed.
 */
async function finishRequest(body: FinishData): Promise<Pick<Outcome, 'result' | 'unconfirmed'>> {
  try {
    return { result: await client.call('finish_sso_request', { body }) }
  } catch (error) {
    if (hasSymbol(error, 'missing_field')) return { unconfirmed: body }
    throw error
  }
}

function Failure({ text, detail }: { readonly text: string; readonly detail: string | null }) {
  const texts = useTexts(ssoTexts)
  return (
    <>
      <p role="alert" className="rounded-md border border-failure bg-failure-soft px-3 py-2 text-failure">
        <span aria-hidden="true">▲ </span>
        {text} {detail !== null && <code className="font-mono text-sm">({detail})</code>}
      </p>
      <Link to="/sso" className={buttonClass('primary')}>
        {texts('sso.again')}
      </Link>
    </>
  )
}

function Done({ result, to }: { readonly result: SsoResult; readonly to: string }) {
  const texts = useTexts(ssoTexts)
  return (
    <>
      <p role="status">{texts(result.problem === null ? `sso.done.${result.purpose}` : 'sso.done.failed')}</p>
      {result.problem !== null && <p className="text-failure">{result.problem}</p>}
      {result.purpose === 'test' && result.problem === null && <ClaimList result={result} />}
      <a href={toLocalPath(to)} className={buttonClass('primary')}>
        {texts('sso.back')}
      </a>
    </>
  )
}
