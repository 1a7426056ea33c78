import type { OutgoingRequest } from '@wachta/client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { say, warn } from '../../ui/toast.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { toCurl } from './curl.ts'

const CommandDialog = lazy(async () => ({ default: (await import('./command-dialog.tsx')).CommandDialog }))

interface CopyAsCurlProps {
  /** What the form would send; null where that cannot be said yet. */
  readonly requests: (form: HTMLFormElement | null) => Promise<readonly OutgoingRequest[]> | null
}

/** What a button here does, as a command to take along: into a script, a ticket, another shell. */
export function CopyAsCurl({ requests }: CopyAsCurlProps) {
  const { t } = useI18n()
  const [shown, setShown] = useState<string | null>(null)
  const copy = async (form: HTMLFormElement | null) => {
    const found = await requests(form)
    if (found?.length === 0) say(t('curl.nothing'))
    if (!found?.length) return
    const command = found.map(toCurl).join('\n\n')
    // Without a certificate, or by somebody's wish, there is no clipboard: then by hand.
    await navigator.clipboard.writeText(command).then(
      () => say(t('curl.copied')),
      () => setShown(command),
    )
  }
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        onClick={({ currentTarget: { form } }) => void copy(form).catch((error) => warn(errorText(error)))}
      >
        {t('curl.copy')}
      </Button>
      {shown !== null && (
        <Suspense>
          <CommandDialog command={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
