import { Button } from '../../ui/button.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'

/** The message for a screen that could not be loaded. */
export function Failed({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useI18n()
  return (
    <div role="alert" className="grid max-w-prose justify-items-start gap-3 p-6">
      <p className="font-medium text-failure">
        <span aria-hidden="true">▲ </span>
        {t('failed.title')}
      </p>
      <p className="text-muted">{errorText(error)}</p>
      {/* After a new build, an open page refers to files that no longer exist; a reload finds the new ones. */}
      <Button onClick={() => (reset ? reset() : location.reload())}>{t('failed.again')}</Button>
    </div>
  )
}
