import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { deleteWindow } from './plan-suspension.ts'
import { suspensionKeys } from './queries.ts'
import { maintenanceTexts } from './texts.ts'
import type { MaintenanceWindow } from './windows.ts'

/** Deletes a maintenance window; the first press asks for confirmation. */
export function DeletePlan({ window, onDone }: { readonly window: MaintenanceWindow; readonly onDone: () => void }) {
  const texts = useTexts(maintenanceTexts)
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const mutation = useMutation({
    mutationFn: () => deleteWindow(client, window),
    onSuccess: () => {
      showToast(texts('maintenance.deleted'))
      onDone()
    },
    onError: (error) => showWarning(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: suspensionKeys.all }),
  })
  return (
    <Button
      kind="danger"
      className="mr-auto"
      busy={mutation.isPending}
      onBlur={() => setConfirming(false)}
      onClick={() => (isConfirming ? mutation.mutate() : setConfirming(true))}
    >
      <span aria-live="polite">{texts(isConfirming ? 'maintenance.deleteAsk' : 'maintenance.delete')}</span>
    </Button>
  )
}
