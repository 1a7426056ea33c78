import { Link } from '@tanstack/react-router'
import { useMayMake } from '../data/me.ts'
import { useSpeech } from '../language/language.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The way to a new service, for those who may make one. */
export function AddService() {
  const { t } = useSpeech()
  if (!useMayMake()) return null
  return (
    <Link to="/services/new" className={buttonClass('primary', 'small')}>
      <Icon name="add" />
      {t('onboarding.add')}
    </Link>
  )
}
