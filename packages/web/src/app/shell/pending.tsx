import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useI18n } from '../i18n/language.tsx'

export function LoadingScreen() {
  const { t } = useI18n()
  return (
    <div className="mx-auto max-w-7xl p-6">
      <SkeletonRows label={t('common.loading')} />
    </div>
  )
}
