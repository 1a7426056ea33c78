import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { collectRequests } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { showToast } from '../../ui/toast.tsx'
import { peopleKey } from '../contacts/queries.ts'
import {
  applyChange,
  type EscalationStep,
  planStepChanges,
  type StepChange,
  type StoredStep,
  stepFields,
} from './steps.ts'

/** The error of a step that could not be saved, with the key of the step. */
class StepNotSaved extends Error {
  override readonly name = 'StepNotSaved'
  readonly key: string

  constructor(key: string, cause: unknown) {
    super(errorText(cause), { cause })
    this.key = key
  }
}

/**
 * Saves the steps one by one and remembers those that are saved, so that a retry after an error sends only the rest.
 */
export function useSaving(event: number, initial: readonly StoredStep[], onStepNotSaved: (key: string) => void) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [stored, setStored] = useState(initial)
  const mutation = useMutation({
    mutationFn: async (steps: readonly EscalationStep[]) => {
      let saved = stored
      for (const change of planStepChanges(stored, steps)) {
        try {
          saved = applyChange(saved, change, await sendChange(client, event, change))
          setStored(saved)
        } catch (cause) {
          throw new StepNotSaved(change.key, cause)
        }
      }
    },
    onSuccess: () => showToast(t('policy.saved')),
    onError: (error) => {
      if (error instanceof StepNotSaved) onStepNotSaved(error.key)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
  const { error } = mutation
  const fieldErrors = useFieldErrors(error instanceof StepNotSaved ? error.cause : null)
  const isAtField = [...fieldErrors.keys()].some((field) => stepFields.includes(field))
  return {
    stored,
    save: mutation.mutate,
    /** Returns the requests that `save` would send, without sending them. */
    requests: (steps: readonly EscalationStep[]) =>
      collectRequests(async (via) => {
        for (const change of planStepChanges(stored, steps)) await sendChange(via, event, change)
      }),
    /** Clears the error; call it when the user edits the step that was not saved. */
    clearError: mutation.reset,
    isSaving: mutation.isPending,
    failedStep: error instanceof StepNotSaved ? { key: error.key, fieldErrors } : null,
    failure:
      error && (isAtField ? t('settings.fieldErrors') : errorText(error instanceof StepNotSaved ? error.cause : error)),
  }
}

/** Sends a change and returns the id of the step. */
async function sendChange(via: Client, event: number, change: StepChange): Promise<number> {
  if (change.kind === 'create') {
    const { id } = await via.call('create_escalation', { body: { event_id: event, ...change.body } })
    return id
  }
  const path = { _id: change.id }
  if (change.kind === 'update') await via.call('update_escalation', { path, body: change.body })
  else await via.call('delete_escalation', { path })
  return change.id
}
