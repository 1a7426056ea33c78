import { Link } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A link to add a service, for users who may create one. */
export function AddService() {
  const { t } = useI18n()
  if (!useMay('create_groups')) return null
  return (
    <Link to="/services/new" className={buttonClass('primary', 'small')}>
      <Icon name="add" />
      {t('onboarding.add')}
    </Link>
  )
}
