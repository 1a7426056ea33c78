import type { Group } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'

const PeriodicDialog = lazyPart(async () => (await import('./periodic-dialog.tsx')).PeriodicDialog)

/** Opens the periodic reports of the selected group, if the user may change the group. */
export function PeriodicReports({ group }: { readonly group: Group | undefined }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  if (!group?.permissions?.update) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('periodic.open')}</Button>
      {isOpen && (
        <Suspense>
          <PeriodicDialog group={group} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
