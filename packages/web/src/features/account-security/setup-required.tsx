import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { TwoFactor } from '../authentication/two-factor.tsx'
import { AddPasskey } from '../passkeys/add-passkey.tsx'
import { supportsPasskeys } from '../passkeys/web-authn.ts'

interface SetupRequiredProps {
  /** What the account requires before anything else can be used. */
  readonly factor: 'two_factor' | 'passkey'
}

/** What users see who have to set up a second factor or a passkey before they can go on. */
export function SetupRequired({ factor }: SetupRequiredProps) {
  const { t } = useI18n()
  const [isAdding, setAdding] = useState(false)
  const isPasskey = factor === 'passkey'
  useTitle(t('security.setupTitle'))
  return (
    <>
      <PageHeader title={t('security.setupTitle')} />
      <div className="grid gap-8">
        {(isPasskey || supportsPasskeys()) && (
          <ScreenSection
            title={t('passkeys.title')}
            text={t(isPasskey ? 'security.passkeyMissing' : 'security.factorMissing')}
          >
            {supportsPasskeys() ? (
              <Button kind="primary" onClick={() => setAdding(true)}>
                {t('passkeys.add')}
              </Button>
            ) : (
              <p className="text-muted">{t('passkeys.unsupported')}</p>
            )}
            {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
          </ScreenSection>
        )}
        {!isPasskey && <TwoFactor account={null} />}
      </div>
    </>
  )
}
