import { useQueryClient } from '@tanstack/react-query'
import type { Correction } from '@wachta/client'
import { useState } from 'react'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { say } from '../../ui/toast.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import { changesIn, toCorrectionDraft } from './draft.ts'
import { EffectPreview } from './effect-preview.tsx'
import { correctionKeys } from './queries.ts'

interface ChangeCorrectionProps {
  readonly correction: Correction
  readonly onClose: () => void
}

/** Changes an existing correction, with a preview of its effect like for a new one. */
export function ChangeCorrection({ correction, onClose }: ChangeCorrectionProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => toCorrectionDraft(correction))
  const [isTried, setTried] = useState(false)
  const sending = useSending({
    send: (via) => via.call('update_correction', { path: { _id: correction.id }, body: changesIn(correction, draft) }),
    onSuccess: () => {
      say(t('corrections.changed'))
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
      title={t('corrections.change')}
      submit={t('corrections.saveChange')}
      fields={['start_time', 'end_time', 'status', 'description']}
      mutation={{ ...sending, mutate }}
      onClose={onClose}
    >
      {(faultsOf) => (
        <>
          <CorrectionFields draft={draft} onChange={setDraft} isTried={isTried} faultsOf={faultsOf} />
          <EffectPreview correction={correction} draft={draft} />
        </>
      )}
    </FormDialog>
  )
}
