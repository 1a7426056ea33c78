import { useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { TwoFactor } from '../authentication/two-factor.tsx'
import { AddPasskey } from '../passkeys/add-passkey.tsx'
import { passkeyTexts } from '../passkeys/texts.ts'
import { supportsPasskeys } from '../passkeys/web-authn.ts'
import { securityTexts } from './texts.ts'

interface SetupRequiredProps {
  /** The setup that the account requires first. */
  readonly factor: 'two_factor' | 'passkey'
}

/** The screen for users who must set up a second factor or a passkey before they can continue. */
export function SetupRequired({ factor }: SetupRequiredProps) {
  const passkeyText = useTexts(passkeyTexts)
  const text = useTexts(securityTexts)
  const [isAdding, setAdding] = useState(false)
  const isPasskey = factor === 'passkey'
  useTitle(text('setupTitle'))
  return (
    <>
      <PageHeader title={text('setupTitle')} />
      <div className="grid gap-8">
        {(isPasskey || supportsPasskeys()) && (
          <ScreenSection title={passkeyText('title')} text={text(isPasskey ? 'passkeyMissing' : 'factorMissing')}>
            {supportsPasskeys() ? (
              <Button kind="primary" onClick={() => setAdding(true)}>
                {passkeyText('add')}
              </Button>
            ) : (
              <p className="text-muted">{passkeyText('unsupported')}</p>
            )}
            {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
          </ScreenSection>
        )}
        {!isPasskey && <TwoFactor account={null} />}
      </div>
    </>
  )
}
