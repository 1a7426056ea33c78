import { useMutation } from '@tanstack/react-query'
import { client, errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { useReasons } from '../dictionaries/queries.ts'
import { type AddressKind, sendTestAndWait } from './address-kinds.ts'
import { contactTexts } from './texts.ts'

interface SendTestProps {
  readonly kind: AddressKind
  readonly address: { readonly id: number; readonly address: string }
}

/** Sends a test message and shows its result. */
export function SendTest({ kind, address }: SendTestProps) {
  const texts = useTexts(contactTexts)
  const reasons = useReasons()
  const mutation = useMutation({
    mutationFn: () => sendTestAndWait(client, kind, address),
    onSuccess: (test) => {
      if (!test) return showWarning(texts('address.testLate'))
      if (test.status === 'sent') return showToast(texts('address.testSent', { address: address.address }))
      const why = test.attempts.at(-1)?.answer || (test.reason && (reasons.get(test.reason)?.name ?? test.reason)) || ''
      return showWarning(texts('address.testFailed', { address: address.address, why }))
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button
      size="small"
      busy={mutation.isPending}
      aria-label={texts('address.testNamed', { address: address.address })}
      onClick={() => mutation.mutate()}
    >
      {texts(mutation.isPending ? 'address.testing' : 'address.test')}
    </Button>
  )
}
