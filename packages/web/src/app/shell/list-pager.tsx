import { Pager } from '../../ui/pager.tsx'
import { useI18n } from '../i18n/language.tsx'
import { clampPage } from '../routing/search.ts'

interface ListPagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Whether there are more rows than `total`. */
  readonly isMore?: boolean
  readonly onGo: (page: number) => void
  /** Needed if a page has several pagers. */
  readonly label?: string
  /** Shows the number of rows even if everything fits on one page. */
  readonly isAlwaysShown?: true
}

/** The pager of a list; renders nothing if everything fits on one page, unless `isAlwaysShown`. */
export function ListPager({ page, size, total, isMore, onGo, label, isAlwaysShown }: ListPagerProps) {
  const { t } = useI18n()
  const last = Math.min((page + 1) * size, total)
  // Show the pager also on a page after the last one, which an old link can lead to, so that there is a way back.
  if (page === 0 && total <= size && !isAlwaysShown) return null
  return (
    <Pager
      label={label ?? t('pager.label')}
      positionText={t(isMore ? 'pager.place-of-more' : 'pager.place', {
        first: Math.min(page * size + 1, last),
        last,
        total,
      })}
      previous={{ label: t('pager.previous'), go: page > 0 ? () => onGo(clampPage(page - 1, size, total)) : null }}
      next={{ label: t('pager.next'), go: last < total ? () => onGo(page + 1) : null }}
    />
  )
}
