import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSpeech } from '../i18n/language.tsx'

export function Pending() {
  const { t } = useSpeech()
  return (
    <div className="mx-auto max-w-7xl p-6">
      <SkeletonRows label={t('common.loading')} />
    </div>
  )
}
