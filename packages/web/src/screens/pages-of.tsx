import { Pager } from '../design/pager.tsx'
import { useSpeech } from '../language/language.tsx'

interface PagesOfProps {
  readonly total: number
  readonly size: number
  readonly page: number
  readonly onPage: (page: number) => void
  readonly label: string
}

/** Goes through a list that is here already, some at a time. */
export function PagesOf({ total, size, page, onPage, label }: PagesOfProps) {
  const { t } = useSpeech()
  const last = Math.min((page + 1) * size, total)
  return (
    <Pager
      label={label}
      place={t('pager.place', { first: page * size + 1, last, total })}
      previous={{ label: t('pager.previous'), go: page > 0 ? () => onPage(page - 1) : null }}
      next={{ label: t('pager.next'), go: last < total ? () => onPage(page + 1) : null }}
    />
  )
}
