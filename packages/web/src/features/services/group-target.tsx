import type { Group } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'

const TargetDialog = lazyPart(async () => (await import('./target-dialog.tsx')).TargetDialog)

/** Opens the dialog for the service level target of the selected group, if the user may change the group. */
export function GroupTarget({ group }: { readonly group: Group | undefined }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  if (!group?.permissions?.update) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('target.open')}</Button>
      {isOpen && (
        <Suspense>
          <TargetDialog group={group} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
