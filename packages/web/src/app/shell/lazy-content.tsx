import { type ReactNode, Suspense } from 'react'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useI18n } from '../i18n/language.tsx'

/** Shows a placeholder while the code of its content is loading. */
export function LazyContent({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n()
  return <Suspense fallback={<SkeletonRows label={t('common.loading')} />}>{children}</Suspense>
}
