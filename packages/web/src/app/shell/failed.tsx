import { Link, useLocation } from '@tanstack/react-router'
import { ApiError, hasSymbol } from '@wachta/client'
import { Button, buttonClass } from '../../ui/button.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { MissingFileError } from '../routing/lazy-part.ts'
import { menuEntries } from './menu-entries.ts'

/** The message for a screen, or a part of one, that could not be loaded. */
export function Failed({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useI18n()
  if (hasSymbol(error, 'not_found')) return <Gone />
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2 rounded-lg border border-l-4 border-line border-l-failure-fill bg-surface px-4 py-4 shadow-card"
    >
      <p className="font-medium text-failure">
        <span aria-hidden="true">▲ </span>
        {t('failed.title')}
      </p>
      <p className="text-muted">{errorText(error)}</p>
      {/* After a new build, an open page refers to files that no longer exist; only a reload finds the new ones. */}
      {!isForbidden(error) && (
        <Button onClick={() => (reset && !(error instanceof MissingFileError) ? reset() : location.reload())}>
          {t('failed.again')}
        </Button>
      )}
    </div>
  )
}

/** Trying again does not help without the permission. */
const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Trying again does not help if the record was deleted, so the link leads to its list. */
function Gone() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const list = menuEntries.find(({ to }) => to !== '/' && pathname.startsWith(`${to}/`)) ?? menuEntries[0]
  return (
    <div role="alert" className="grid max-w-prose justify-items-start gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">{t('gone.title')}</h1>
      <p className="text-muted">{t('gone.text')}</p>
      {list && (
        <Link to={list.to} className={buttonClass()}>
          {t('gone.back', { page: t(list.name) })}
        </Link>
      )}
    </div>
  )
}
