import { useState } from 'react'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { MessageLine } from './message-line.tsx'
import type { Round } from './thread-entries.ts'
import { ThreadItem } from './thread-entry.tsx'

/** More than these are shown when they are asked for: a ladder may reach a hundred people. */
const shownAtFirst = 8

interface ToldEntryProps {
  readonly at: string
  readonly round: Round
  /** Of the step; null in the older style. */
  readonly name: string | null
}

/** Who was told at once, by what, and who was not. */
export function ToldEntry({ at, round, name }: ToldEntryProps) {
  const { t } = useSpeech()
  const [isWhole, setWhole] = useState(false)
  const { messages, kind, repeat } = round
  const isTold = messages.some(({ status }) => status === 'sent')
  const shown = isWhole ? messages : messages.slice(0, shownAtFirst)
  const what = t(kind === 'end' ? 'thread.ofEnd' : repeat > 0 ? 'thread.repeat' : 'thread.first', { repeat })
  return (
    <ThreadItem
      at={at}
      title={name === null ? t('thread.older', { what }) : t('thread.step', { step: name, what })}
      {...(!isTold && { status: 'paused' as const })}
    >
      <ul className="divide-y divide-line">
        {shown.map((message) => (
          <MessageLine key={message.id} message={message} />
        ))}
      </ul>
      {shown.length < messages.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('thread.showAll', { count: messages.length })}
        </Button>
      )}
    </ThreadItem>
  )
}
