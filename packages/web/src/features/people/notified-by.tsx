import { useI18n } from '../../app/i18n/language.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useChannels } from '../dictionaries/queries.ts'
import type { ReachCell } from '../escalations/reach.ts'
import { getDelayText, getRepeatText } from '../escalations/step-text.ts'

/** One line per step: "immediately: E-mail", "after 15 min: SMS, every 30 min". */
export function NotifiedBy({ cells }: { readonly cells: readonly ReachCell[] }) {
  const { t, formats } = useI18n()
  const channels = useChannels()
  const formatChannels = (keys: readonly string[]) => keys.map((key) => channels.get(key)?.name ?? key).join(', ')
  return (
    <ul className="grid gap-1 text-sm">
      {cells.map((cell, index) => {
        const repeats = getRepeatText(cell, t, formats)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text, and no step changes its place
          <li key={index}>
            <b className="font-medium">{getDelayText(cell.delay, t, formats)}</b>
            {cell.channels.length > 0 && `: ${formatChannels(cell.channels)}`}
            {cell.channels.length > 0 && repeats && <span className="text-muted">, {repeats}</span>}
            {cell.unverified.length > 0 && (
              <span className="block">
                <StatusNote status="warning">
                  {t('matrix.unverified', { channels: formatChannels(cell.unverified) })}
                </StatusNote>
              </span>
            )}
            {cell.channels.length + cell.unverified.length === 0 && (
              <span className="block">
                <StatusNote status="warning">{t('matrix.noAddress')}</StatusNote>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
