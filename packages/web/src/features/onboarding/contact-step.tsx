import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client, Contact } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { rulesKey } from '../../app/client/rules-key.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import {
  type CreatedContact,
  createContact,
  type NewContactValues,
  newContactFields,
} from '../contacts/create-contact.ts'
import { NewContactFields } from '../contacts/new-contact-fields.tsx'
import { contactsQuery, peopleKey } from '../contacts/queries.ts'
import { useNewContactValues } from '../contacts/use-new-contact.ts'
import { buildServiceRule, type CreatedRule, createStep } from '../escalations/create-step.ts'
import { ContactChoice } from './contact-choice.tsx'
import type { StartedService } from './started-service.ts'
import { StepNotes } from './step-notes.tsx'
import { onboardingTexts } from './texts.ts'

interface ContactStepProps {
  readonly service: StartedService
  /** Called with the contacts that this step added as recipients; with none if it was skipped. */
  readonly onNext: (contacts: readonly number[]) => void
}

/** Asks who is notified of failures of the new service: existing contacts, a new one, or both. */
export function ContactStep(props: ContactStepProps) {
  const { t } = useI18n()
  const { data: contacts, isPending } = useQuery(contactsQuery)
  if (isPending) return <SkeletonRows label={t('common.loading')} count={3} />
  return <ContactForm {...props} contacts={contacts ?? []} />
}

function ContactForm({ service, contacts, onNext }: ContactStepProps & { readonly contacts: readonly Contact[] }) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  const [chosen, setChosen] = useState<readonly number[]>([])
  // Kept from the first render, so that the account's first contact stays editable: it may have been created although
  // its address was rejected.
  const [hasContacts] = useState(contacts.length > 0)
  const [addsNewContact, setAddsNewContact] = useState(!hasContacts)
  const [values, setValues] = useNewContactValues()
  const mutation = useAddRecipients(service, { chosen, values: addsNewContact ? values : null }, onNext)
  const fieldErrors = useFieldErrors(mutation.error)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <p>{texts('onboarding.contactText', { name: service.name })}</p>
      <StepNotes obstacle={null} error={mutation.error} fields={fields} />
      {hasContacts && (
        <ContactChoice
          service={service}
          contacts={contacts}
          chosen={chosen}
          onChange={setChosen}
          fieldErrors={fieldErrors.get('contact_ids') ?? []}
        />
      )}
      {addsNewContact ? (
        <fieldset className="grid gap-5">
          {hasContacts && <legend className="mb-3 font-semibold">{t('contact.new')}</legend>}
          <NewContactFields
            values={values}
            onChange={setValues}
            getFieldErrors={(field) => fieldErrors.get(field) ?? []}
          />
        </fieldset>
      ) : (
        <div>
          <Button size="small" onClick={() => setAddsNewContact(true)}>
            {t('contact.new')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="primary"
          busy={mutation.isPending}
          disabled={!addsNewContact && chosen.length === 0}
        >
          {texts('onboarding.save')}
        </Button>
        <CopyAsCurl requests={() => mutation.requests()} />
        <Button kind="quiet" onClick={() => onNext([])}>
          {texts('onboarding.skip')}
        </Button>
      </div>
    </form>
  )
}

const fields = [...newContactFields, 'contact_ids']

interface ContactSelection {
  readonly chosen: readonly number[]
  /** Null if no contact is created. */
  readonly values: NewContactValues | null
}

/** Saving takes several requests; a retry does not create anything twice. */
function useAddRecipients(
  service: StartedService,
  { chosen, values }: ContactSelection,
  onNext: ContactStepProps['onNext'],
) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  const queries = useQueryClient()
  const addRecipients = async (client: Client, created: CreatedContact & CreatedRule) => {
    const added = values ? [await createContact(client, values, created)] : []
    const contact_ids = [...chosen, ...added]
    // The rule covers this service only, so the contacts are not notified of other services.
    const rule = { create: buildServiceRule(texts('onboarding.rule', { name: service.name }), service.id) }
    await createStep(client, { rule, step: { name: t('step.named', { number: 1 }), contact_ids } }, created)
    return contact_ids
  }
  return useResumableSending({
    initialProgress: (): CreatedContact & CreatedRule => ({}),
    send: addRecipients,
    onSuccess: async (contacts) => {
      await Promise.all([peopleKey, rulesKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      onNext(contacts)
    },
  })
}
