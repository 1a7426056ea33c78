import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../app/client/client.ts'
import { Button } from '../../ui/button.tsx'

interface PasskeyButtonProps {
  readonly label: string
  readonly act: () => Promise<void>
}

/** A button that asks for a passkey, with the error below it. */
export function PasskeyButton({ label, act }: PasskeyButtonProps) {
  const mutation = useMutation({ mutationFn: act })
  return (
    <div className="grid gap-2">
      <Button busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {label}
      </Button>
      <p role="alert" className="text-failure empty:hidden">
        {mutation.error && errorText(mutation.error)}
      </p>
    </div>
  )
}
