import { useQueryClient } from '@tanstack/react-query'
import type { Correction } from '@wachta/client'
import { useState } from 'react'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import { pickChanges, toCorrectionDraft } from './draft.ts'
import { EffectPreview } from './effect-preview.tsx'
import { correctionKeys } from './queries.ts'
import { correctionTexts } from './texts.ts'

interface ChangeCorrectionProps {
  readonly correction: Correction
  readonly onClose: () => void
}

/** Changes an existing correction, with a preview of its effect like for a new one. */
export function ChangeCorrection({ correction, onClose }: ChangeCorrectionProps) {
  const texts = useTexts(correctionTexts)
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => toCorrectionDraft(correction))
  const [isTried, setTried] = useState(false)
  const sending = useSending({
    send: (client) =>
      client.call('update_correction', { path: { _id: correction.id }, body: pickChanges(correction, draft) }),
    onSuccess: () => {
      showToast(texts('corrections.changed'))
      onClose()
      return Promise.all([
        queries.invalidateQueries({ queryKey: correctionKeys.all }),
        queries.invalidateQueries({ queryKey: serviceKeys.all }),
      ])
    },
  })
  const mutate = () => {
    setTried(true)
    if (draft.period) sending.mutate()
  }
  return (
    <FormDialog
      title={texts('corrections.change')}
      submit={texts('corrections.saveChange')}
      fields={['start_time', 'end_time', 'status', 'description']}
      mutation={{ ...sending, mutate }}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <CorrectionFields draft={draft} onChange={setDraft} isTried={isTried} getFieldErrors={getFieldErrors} />
          <EffectPreview correction={correction} draft={draft} />
        </>
      )}
    </FormDialog>
  )
}
