import type { Account } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { session } from '../../app/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ScreenSection } from '../../ui/section.tsx'

/** Closes the account; the API requires a step-up. */
export function CloseAccount({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const mutation = useSending({
    send: (client, _form: FormData) => client.call('close_account', { path: { _id: account.id } }),
    onSuccess: () => session.end('out'),
  })
  return (
    <ScreenSection title={t('close.title')} text={t('close.text')}>
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
        <Form submit={t('close.confirm')} mutation={mutation} fields={[]}>
          {() => null}
        </Form>
      </Dialog>
    </ScreenSection>
  )
}
