import { useMutation } from '@tanstack/react-query'
import { client, errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { openIssuer, prepareRoundTrip } from '../../app/session/round-trip.ts'
import { Button } from '../../ui/button.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { ssoTexts } from './texts.ts'

/** Links a user who signs in with a password to their identity at the identity provider. */
export function LinkSection() {
  const texts = useTexts(ssoTexts)
  const link = useMutation({
    mutationFn: async () =>
      client.call('begin_sso_link', {
        body: { code_challenge: await prepareRoundTrip('/account?tab=single-sign-on') },
      }),
    onSuccess: openIssuer,
    onError: (failure) => showWarning(errorText(failure)),
  })
  return (
    <ScreenSection
      title={texts('sso.link')}
      text={texts('sso.linkText')}
      actions={
        <Button busy={link.isPending} onClick={() => link.mutate()}>
          {texts('sso.linkAct')}
        </Button>
      }
    >
      {null}
    </ScreenSection>
  )
}
