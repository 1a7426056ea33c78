import { useSpeech } from '../language/language.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'

export function Pending() {
  const { t } = useSpeech()
  return (
    <div className="mx-auto max-w-7xl p-6">
      <SkeletonRows label={t('common.loading')} />
    </div>
  )
}
