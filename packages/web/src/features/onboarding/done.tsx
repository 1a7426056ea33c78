import { Link } from '@tanstack/react-router'
import { useSpeech } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { SendTest } from '../contacts/send-test.tsx'
import type { Begun } from './address-step.tsx'
import type { Told } from './contact-step.tsx'

/** What holds from now on, and where to look. */
export function Done({ begun, told }: { readonly begun: Begun; readonly told: Told | null }) {
  const { t } = useSpeech()
  return (
    <section className="grid gap-4">
      <p role="status">{t('onboarding.watched', { name: begun.name })}</p>
      {told === null && <p>{t('onboarding.nobodyTold')}</p>}
      {told?.isVerified === false && <p>{t('onboarding.confirm', { address: told.address })}</p>}
      {told?.isVerified && (
        <>
          <p>{t('onboarding.told', { address: told.address })}</p>
          <div>
            <SendTest kind="contact_address" address={told} />
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/services/$id" params={{ id: String(begun.id) }} className={buttonClass('primary')}>
          {t('onboarding.look')}
        </Link>
        <Link to="/services/new" reloadDocument className={buttonClass('secondary')}>
          {t('onboarding.another')}
        </Link>
        <Link to="/" className={buttonClass('quiet')}>
          {t('nav.dashboard')}
        </Link>
      </div>
    </section>
  )
}
