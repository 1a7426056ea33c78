import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type AddressKind, sendCode, verifyAddress } from './address-kinds.ts'
import { peopleKey } from './queries.ts'
import { contactTexts } from './texts.ts'

interface VerifyDialogProps {
  readonly kind: AddressKind
  readonly address: { readonly id: number; readonly address: string }
  readonly onClose: () => void
}

/**
 * Verifies an address, so that only people who agreed are notified: by a code sent to a number or a link sent by
 * e-mail.
 */
export function VerifyDialog(props: VerifyDialogProps) {
  return props.address.address.includes('@') ? <LinkDialog {...props} /> : <CodeDialog {...props} />
}

/** Sends the link again; only the recipient of the e-mail can open it. */
function LinkDialog({ kind, address, onClose }: VerifyDialogProps) {
  const texts = useTexts(contactTexts)
  const sending = useSending({ send: (client) => sendCode(client, { kind, id: address.id }) })
  return (
    <FormDialog
      title={texts('verify.title', { address: address.address })}
      description={texts('verify.linkText')}
      submit={texts('verify.sendLink')}
      fields={[]}
      mutation={sending}
      onClose={onClose}
    >
      {() => <p role="status">{sending.isSuccess && texts('verify.linkSent')}</p>}
    </FormDialog>
  )
}

function CodeDialog({ kind, address, onClose }: VerifyDialogProps) {
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const sending = useSending({ send: (client) => sendCode(client, { kind, id: address.id }) })
  const mutation = useSending({
    send: (client) => verifyAddress(client, { kind, id: address.id }, code.replaceAll(/\D/g, '')),
    onSuccess: () => {
      showToast(texts('verify.done', { address: address.address }))
      onClose()
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <FormDialog
      title={texts('verify.title', { address: address.address })}
      description={texts('verify.text')}
      submit={texts('verify.submit')}
      fields={['code']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button busy={sending.isPending} onClick={() => sending.mutate()}>
              {texts(sending.isSuccess ? 'verify.sendAgain' : 'verify.send')}
            </Button>
            <p role="status" className={`text-sm ${sending.error ? 'text-failure' : 'text-muted'}`}>
              {sending.isSuccess && texts('verify.sent')}
              {sending.error && `▲ ${errorText(sending.error)}`}
            </p>
          </div>
          <FormField label={texts('verify.code')} hint={texts('verify.codeHint')} fieldErrors={getFieldErrors('code')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={code}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={8}
                className="!w-40 font-mono tracking-widest"
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  )
}
