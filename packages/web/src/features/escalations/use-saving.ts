import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { collectRequests } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { say } from '../../ui/toast.tsx'
import { peopleKey } from '../contacts/queries.ts'
import { carriedOut, type EscalationStep, planStepChanges, type StepChange, type Stored, stepFields } from './steps.ts'

/** A step that the API rejected, with the error. */
class StepRefused extends Error {
  override readonly name = 'StepRefused'
  readonly key: string

  constructor(key: string, cause: unknown) {
    super(errorText(cause), { cause })
    this.key = key
  }
}

/**
 * Saves the steps one by one and remembers those that are saved, so that a retry after an error sends only the rest.
 */
export function useSaving(event: number, initial: readonly Stored[], onRefused: (key: string) => void) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [stored, setStored] = useState(initial)
  const mutation = useMutation({
    mutationFn: async (steps: readonly EscalationStep[]) => {
      let known = stored
      for (const change of planStepChanges(stored, steps)) {
        try {
          known = carriedOut(known, change, await carryOut(client, event, change))
          setStored(known)
        } catch (cause) {
          throw new StepRefused(change.key, cause)
        }
      }
    },
    onSuccess: () => say(t('policy.saved')),
    onError: (error) => {
      if (error instanceof StepRefused) onRefused(error.key)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
  const { error } = mutation
  const fieldErrors = useFieldErrors(error instanceof StepRefused ? error.cause : null)
  const isAtField = [...fieldErrors.keys()].some((field) => stepFields.includes(field))
  return {
    stored,
    save: mutation.mutate,
    requests: (steps: readonly EscalationStep[]) =>
      collectRequests(async (via) => {
        for (const change of planStepChanges(stored, steps)) await carryOut(via, event, change)
      }),
    /** Clears the error when the user edits the rejected step. */
    forgive: mutation.reset,
    isSaving: mutation.isPending,
    refused: error instanceof StepRefused ? { key: error.key, fieldErrors } : null,
    failure:
      error && (isAtField ? t('settings.fieldErrors') : errorText(error instanceof StepRefused ? error.cause : error)),
  }
}

/** Sends a change and returns the id of the step. */
async function carryOut(via: Client, event: number, change: StepChange): Promise<number> {
  if (change.kind === 'create') {
    const { id } = await via.call('create_escalation', { body: { event_id: event, ...change.body } })
    return id
  }
  const path = { _id: change.id }
  if (change.kind === 'update') await via.call('update_escalation', { path, body: change.body })
  else await via.call('delete_escalation', { path })
  return change.id
}
