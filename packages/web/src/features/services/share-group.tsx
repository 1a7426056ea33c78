import type { Group } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Opens the dialog for sharing the selected group, if the user may share it. */
export function ShareGroup({ group }: { readonly group: Group | undefined }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  if (!group?.permissions?.share) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('share.open')}</Button>
      {isOpen && (
        <Suspense>
          <ShareDialog group={group} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
