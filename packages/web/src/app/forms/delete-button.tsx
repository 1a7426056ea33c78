import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'

interface DeleteButtonProps {
  /** The text of the button if its place does not show what it deletes. */
  readonly text?: string
  /** The accessible name, needed if a page has several delete buttons of the same text. */
  readonly label?: string
  readonly title: string
  readonly consequences: string
  readonly doneMessage: string
  readonly deleteRecord: () => Promise<unknown>
  readonly onDone: () => unknown
  readonly size?: 'small' | 'normal'
}

/** A button that asks for confirmation before deleting, and describes the consequences. */
export function DeleteButton({
  text,
  label,
  title,
  consequences,
  doneMessage,
  deleteRecord,
  onDone,
  size = 'small',
}: DeleteButtonProps) {
  const { t } = useI18n()
  const markDeleted = useCacheCleanup()
  const [isConfirming, setConfirming] = useState(false)
  const mutation = useMutation({
    mutationFn: deleteRecord,
    onSuccess: () => {
      setConfirming(false)
      showToast(doneMessage)
      markDeleted()
      return onDone()
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <>
      <Button kind="danger" size={size} {...(label && { 'aria-label': label })} onClick={() => setConfirming(true)}>
        {text ?? t('people.delete')}
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={title}
        description={consequences}
        closeLabel={t('common.close')}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="quiet" onClick={() => setConfirming(false)}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={mutation.isPending} onClick={() => mutation.mutate()}>
            {t('people.deleteForGood')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/**
 * Returns a function to call when the record is deleted. The cached data of closed screens is then removed as soon as
 * the button is unmounted; otherwise, a user who returns to such a screen would still see the record.
 */
function useCacheCleanup(): () => void {
  const queries = useQueryClient()
  const isDeleted = useRef(false)
  useEffect(
    () => () => {
      // The screen is still being unmounted; its queries count as in use until then.
      if (isDeleted.current) setTimeout(() => queries.removeQueries({ type: 'inactive' }))
    },
    [queries],
  )
  return () => {
    isDeleted.current = true
  }
}
