import { Pager } from '../../ui/pager.tsx'
import { useI18n } from '../i18n/language.tsx'

interface PageOfProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onGo: (page: number) => void
  /** Tells pagers apart where a page has several. */
  readonly label?: string
}

/** Position in a list that is shown page by page; renders nothing if everything fits on one page. */
export function PageOf({ page, size, total, onGo, label }: PageOfProps) {
  const { t } = useI18n()
  const last = Math.min((page + 1) * size, total)
  if (total <= size) return null
  return (
    <Pager
      label={label ?? t('pager.label')}
      place={t('pager.place', { first: page * size + 1, last, total })}
      previous={{ label: t('pager.previous'), go: page > 0 ? () => onGo(page - 1) : null }}
      next={{ label: t('pager.next'), go: last < total ? () => onGo(page + 1) : null }}
    />
  )
}
