import { useNow } from '../../ui/use-now.ts'
import { useConnection } from '../client/connection.ts'
import { useI18n } from '../i18n/language.tsx'

/** Warns that the displayed data is outdated while the API is unreachable; `isLarge` makes it legible from afar. */
export function ConnectionBanner({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { t, formats } = useI18n()
  const lostAt = useConnection()
  const now = useNow()
  return (
    <div role="status">
      {lostAt && (
        <p
          className={`border-b border-unknown-fill bg-unknown-soft px-4 py-2 text-unknown ${isLarge ? 'mb-3 text-lg lg:text-[3vh]' : 'text-sm'}`}
        >
          <span aria-hidden="true">▲ </span>
          {t('connection.lost', { time: formats.since(lostAt, now) })}
        </p>
      )}
    </div>
  )
}
