import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskeyErrorTexts } from './use-passkey-error-texts.ts'
import { askForPasskey, supportsPasskeys } from './web-authn.ts'

interface PasskeyChoiceProps {
  readonly purpose: 'second_factor' | 'step_up'
  /** The token of a session that the tab does not use yet. */
  readonly token?: string
  readonly finish: (credential: Awaited<ReturnType<typeof askForPasskey>>) => Promise<void>
}

/** Offers a passkey in place of a password or code, to users who have one. */
export function PasskeyChoice({ purpose, token, finish }: PasskeyChoiceProps) {
  const { t } = useI18n()
  const texts = usePasskeyErrorTexts()
  const begin = () =>
    client.call('begin_passkey_authentication', { body: { purpose } }, token === undefined ? {} : { token })
  const { data: hasPasskeys = false } = useQuery({
    queryKey: ['passkey_choice', purpose, token],
    queryFn: async () => (await begin()).allowCredentials.length > 0,
    enabled: supportsPasskeys(),
  })
  if (!hasPasskeys) return null
  // Each challenge works only once, so every attempt begins with a new one.
  const act = async () => finish(await askForPasskey(await begin(), { texts }))
  return <PasskeyButton label={t('passkeys.use')} act={act} />
}
