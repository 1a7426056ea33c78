import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, sayingOf } from '../../app/client/client.ts'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { say, warn } from '../../ui/toast.tsx'

/** Pressed once it asks, pressed again it does. */
export function UndoCorrection({ id }: { readonly id: number }) {
  const { t } = useSpeech()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const mutation = useMutation({
    mutationFn: () => client.call('delete_correction', { path: { _id: id } }),
    onSuccess: () => {
      say(t('corrections.undone'))
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['corrections'] }),
        queries.invalidateQueries({ queryKey: ['service'] }),
      ])
    },
    onError: (error) => warn(sayingOf(error)),
  })
  return (
    <Button
      size="small"
      kind={isAsked ? 'danger' : 'secondary'}
      busy={mutation.isPending}
      onBlur={() => setAsked(false)}
      onClick={() => (isAsked ? mutation.mutate() : setAsked(true))}
    >
      {t(isAsked ? 'corrections.undoAsk' : 'corrections.undo')}
    </Button>
  )
}
