import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'

interface DeleteButtonProps {
  /** The accessible name, needed if there are several on a page. */
  readonly label?: string
  readonly ask: string
  readonly means: string
  readonly done: string
  readonly act: () => Promise<unknown>
  readonly onDone: () => unknown
  readonly size?: 'small' | 'normal'
}

/** A button that asks for confirmation before deleting, and describes the consequences. */
export function DeleteButton({ label, ask, means, done, act, onDone, size = 'small' }: DeleteButtonProps) {
  const { t } = useI18n()
  const forget = useForgetting()
  const [isAsked, setAsked] = useState(false)
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: () => {
      setAsked(false)
      showToast(done)
      forget()
      return onDone()
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <>
      <Button kind="danger" size={size} {...(label && { 'aria-label': label })} onClick={() => setAsked(true)}>
        {t('people.delete')}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={ask}
        description={means}
        closeLabel={t('common.close')}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="quiet" onClick={() => setAsked(false)}>
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
 * Removes cached data of closed screens when the button is unmounted with what it deleted: otherwise a user who returns
 * to such a screen would still see it.
 */
function useForgetting(): () => void {
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
