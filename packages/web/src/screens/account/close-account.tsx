import type { Account } from '@wachta/client'
import { useState } from 'react'
import { useSending } from '../../data/sending.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { Section } from '../../design/section.tsx'
import { TextInput } from '../../design/text-input.tsx'
import { useSpeech } from '../../language/language.tsx'
import { session } from '../../session/session.ts'
import { entered, Form } from '../sign-in/form.tsx'

/** The end of everything, after the password has been asked for. */
export function CloseAccount({ account }: { readonly account: Account }) {
  const { t } = useSpeech()
  const [isOpen, setOpen] = useState(false)
  const mutation = useSending({
    send: (via, form: FormData) =>
      via.call('close_account', { path: { _id: account.id }, body: { password: entered(form, 'password') } }),
    onSuccess: () => session.end('out'),
  })
  return (
    <Section title={t('close.title')} text={t('close.text')}>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('close.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('close.ask', { name: account.name })}
        description={t('close.means')}
        closeLabel={t('common.close')}
      >
        <Form submit={t('close.confirm')} mutation={mutation} fields={['password']}>
          {(faultsOf) => (
            <Field label={t('signIn.password')} faults={faultsOf('password')}>
              {(described) => (
                <TextInput {...described} name="password" type="password" autoComplete="current-password" required />
              )}
            </Field>
          )}
        </Form>
      </Dialog>
    </Section>
  )
}
