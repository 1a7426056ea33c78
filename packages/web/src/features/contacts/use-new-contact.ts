import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMe } from '../../app/client/me.ts'
import { collectRequests, useSending } from '../../app/forms/sending.ts'
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
  const created = useRef<CreatedContact>({})
  const [values, setValues] = useNewContactValues()
  const mutation = useSending<number>({
    send: (via) => createContact(via, values, created.current),
    onSuccess: async (id) => {
      showToast(texts('contact.created'))
      await queries.invalidateQueries({ queryKey: peopleKey })
      return onCreated(id)
    },
  })
  // Work on a copy, because requests that are only collected create nothing.
  const requests = () => collectRequests((via) => createContact(via, values, { ...created.current }))
  return { values, setValues, mutation: { ...mutation, requests } }
}

/** The empty form; the language is that of the account. */
export function useNewContactValues() {
  const { language } = useI18n()
  const { data: me } = useMe()
  return useState<NewContactValues>({ name: '', language_id: me?.language_id ?? language, email: '', phone: '' })
}
