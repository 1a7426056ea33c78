import type { OutgoingRequest } from '@wachta/client'
import { Suspense, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { OverflowMenu } from '../../ui/overflow-menu.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { lazyPart } from '../routing/lazy-part.ts'
import { toCurl } from './curl.ts'

const CommandDialog = lazyPart(async () => (await import('./command-dialog.tsx')).CommandDialog)

interface CopyAsCurlProps {
  /** Returns the requests that the form would send; null while they cannot be determined. */
  readonly requests: (form: HTMLFormElement | null) => Promise<readonly OutgoingRequest[]> | null
}

/** A menu that copies the requests of a form as curl commands, for scripts or tickets. */
export function CopyAsCurl({ requests }: CopyAsCurlProps) {
  const { t } = useI18n()
  const [shownCommand, setShownCommand] = useState<string | null>(null)
  const copy = async (form: HTMLFormElement | null) => {
    const found = await requests(form)
    if (found?.length === 0) showToast(t('curl.nothing'))
    if (!found?.length) return
    const command = found.map(toCurl).join('\n\n')
    // The clipboard is unavailable without HTTPS or without permission; then show the command to copy by hand.
    if (await copyText(command)) showToast(t('curl.copied'))
    else setShownCommand(command)
  }
  return (
    <>
      <OverflowMenu
        label={t('common.more')}
        items={[
          {
            label: t('curl.copy'),
            onSelect: (form) => void copy(form).catch((error) => showWarning(errorText(error))),
          },
        ]}
      />
      {shownCommand !== null && (
        <Suspense>
          <CommandDialog command={shownCommand} onClose={() => setShownCommand(null)} />
        </Suspense>
      )}
    </>
  )
}
