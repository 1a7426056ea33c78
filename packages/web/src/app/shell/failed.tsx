import { Link, useLocation } from '@tanstack/react-router'
import { ApiError, hasSymbol } from '@wachta/client'
import { Button, buttonClass } from '../../ui/button.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { MissingFileError } from '../routing/lazy-part.ts'
import { useMenuEntries } from './navigation.tsx'

interface FailedProps {
  readonly error: unknown
  readonly reset?: () => void
  /** Why the record of the screen was not found, if it cannot be deleted. */
  readonly goneText?: string | undefined
}

/** The message for a screen, or a part of one, that could not be loaded. */
export function Failed({ error, reset, goneText }: FailedProps) {
  const { t } = useI18n()
  if (hasSymbol(error, 'not_found')) return <Gone text={goneText} />
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
      {!isFinal(error) && (
        <Button onClick={() => (reset && !(error instanceof MissingFileError) ? reset() : location.reload())}>
          {t('failed.again')}
        </Button>
      )}
    </div>
  )
}

/** Trying again does not help without the permission, or for a request that no longer exists. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && [403, 404].includes(error.status)

/** The lists that are not in the menu. */
const otherLists = [
  { start: '/events/rules/', to: '/events/rules', name: 'incidents.rules' },
  { start: '/templates/', to: '/contacts', search: { tab: 'templates' }, name: 'people.templates' },
] as const

/** Trying again does not help if the record was deleted, so the link leads to its list. */
function Gone({ text }: { readonly text: string | undefined }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const menuEntries = useMenuEntries()
  const list =
    otherLists.find(({ start }) => pathname.startsWith(start)) ??
    menuEntries.find(({ to }) => to !== '/' && pathname.startsWith(`${to}/`)) ??
    menuEntries[0]
  return (
    <div role="alert" className="grid max-w-prose justify-items-start gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">{t('gone.title')}</h1>
      <p className="text-muted">{text ?? t('gone.text')}</p>
      {list && (
        <Link to={list.to} {...('search' in list && { search: list.search })} className={buttonClass()}>
          {t('gone.back', { page: t(list.name) })}
        </Link>
      )}
    </div>
  )
}
