import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { SendTest } from '../contacts/send-test.tsx'
import type { NotifiedAddress } from './contact-step.tsx'
import type { StartedService } from './started-service.ts'

/** The last step: a summary and links to continue. */
export function Done({
  begun,
  notified,
}: {
  readonly begun: StartedService
  readonly notified: NotifiedAddress | null
}) {
  const { t } = useI18n()
  return (
    <section className="grid gap-4">
      <p role="status">{t('onboarding.watched', { name: begun.name })}</p>
      {notified === null && <p>{t('onboarding.notNotified')}</p>}
      {notified?.isVerified === false && <p>{t('onboarding.confirm', { address: notified.address })}</p>}
      {notified?.isVerified && (
        <>
          <p>{t('onboarding.notified', { address: notified.address })}</p>
          <div>
            <SendTest kind="contact_address" address={notified} />
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
