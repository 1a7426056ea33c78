import { useNow } from '../../ui/use-now.ts'
import { useConnection } from '../client/connection.ts'
import { useLiveness } from '../client/liveness.ts'
import { useI18n } from '../i18n/language.tsx'

/** Shows whether the live stream is connected, as a shape and a word. */
export function LiveMark() {
  const { t, formats } = useI18n()
  const state = useLiveness()
  const isOffline = useConnection() !== null
  const now = useNow(60_000)
  const delayedWord = (since: Date) =>
    // The banner says since when.
    isOffline ? t('live.offline') : t('live.delayed', { time: formats.since(since, now) })
  const word = state.kind === 'delayed' ? delayedWord(state.since) : t(`live.${state.kind}`)
  const title =
    state.kind === 'delayed' ? `${state.reason} ${t('live.delayedHint')}`.trim() : t(`live.hint.${state.kind}`)
  return (
    <p
      role="status"
      title={title}
      className={`flex items-center gap-1.5 text-sm whitespace-nowrap ${state.kind === 'delayed' ? 'text-unknown' : 'text-muted'}`}
    >
      <svg
        viewBox="0 0 12 12"
        aria-hidden="true"
        className={`size-3 shrink-0 ${state.kind === 'live' ? 'text-ok' : ''}`}
      >
        {shapes[state.kind]}
      </svg>
      {word}
    </p>
  )
}

const shapes = {
  live: (
    <>
      <circle cx="6" cy="6" r="2.500" fill="currentColor" />
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.200" />
    </>
  ),
  connecting: (
    <circle cx="6" cy="6" r="4.500" fill="none" stroke="currentColor" strokeWidth="1.500" strokeDasharray="3 2" />
  ),
  delayed: <path d="M6 .8 11.700 11H.3z" fill="currentColor" />,
} as const
