import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../app/client/me.ts'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { type CreatedContact, createContact, type NewContactValues } from './create-contact.ts'
import { peopleKey } from './queries.ts'
import { contactTexts } from './texts.ts'

/** The form of a new contact, and the action that creates it. */
export function useNewContact(onCreated: (id: number) => unknown) {
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const [values, setValues] = useNewContactValues()
  const mutation = useResumableSending({
    initialProgress: (): CreatedContact => ({}),
    send: (client, created) => createContact(client, values, created),
    onSuccess: async (id) => {
      showToast(texts('contact.created'))
      await queries.invalidateQueries({ queryKey: peopleKey })
      return onCreated(id)
    },
    // The contact may exist although an address of it was rejected.
    onError: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
  return { values, setValues, mutation }
}

/** The state of the form: empty at first, in the language of the account. */
export function useNewContactValues() {
  const { language } = useI18n()
  const { data: me } = useMe()
  return useState<NewContactValues>({ name: '', language_id: me?.language_id ?? language, email: '', phone: '' })
}
