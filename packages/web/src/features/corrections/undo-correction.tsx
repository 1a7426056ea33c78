import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { correctionKeys } from './queries.ts'
import { correctionTexts } from './texts.ts'

/** Undoes a correction; the first press asks for confirmation. */
export function UndoCorrection({ id }: { readonly id: number }) {
  const texts = useTexts(correctionTexts)
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const mutation = useMutation({
    mutationFn: () => client.call('delete_correction', { path: { _id: id } }),
    onSuccess: () => {
      showToast(texts('corrections.undone'))
      return Promise.all([
        queries.invalidateQueries({ queryKey: correctionKeys.all }),
        queries.invalidateQueries({ queryKey: serviceKeys.all }),
      ])
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button
      size="small"
      kind={isConfirming ? 'danger' : 'secondary'}
      busy={mutation.isPending}
      onBlur={() => setConfirming(false)}
      onClick={() => (isConfirming ? mutation.mutate() : setConfirming(true))}
    >
      {texts(isConfirming ? 'corrections.undoAsk' : 'corrections.undo')}
    </Button>
  )
}
