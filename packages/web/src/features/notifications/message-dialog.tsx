import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useContactNames } from '../contacts/queries.ts'
import { useAllChannels, useReasons } from '../dictionaries/queries.ts'
import { MessageDetails } from './message-details.tsx'
import { messageMark } from './message-words.ts'
import { type Message, messageQuery, type Style } from './queries.ts'

interface MessageDialogProps {
  readonly style: Style
  readonly id: number
  readonly onClose: () => void
}

/** All there is to know of one message. */
export function MessageDialog({ style, id, onClose }: MessageDialogProps) {
  const { t } = useSpeech()
  const { data, error } = useQuery(messageQuery(style, id))
  return (
    <Dialog open onClose={onClose} wide title={t('message.title', { id })} closeLabel={t('common.close')}>
      {data ? (
        <Whole message={data} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <SkeletonRows label={t('common.loading')} count={3} />
      )}
    </Dialog>
  )
}

function Whole({ message }: { readonly message: Message }) {
  const { t, formats } = useSpeech()
  const [channels, contacts, reasons] = [useAllChannels(), useContactNames(), useReasons()]
  const { status, reason, channel_id, contact_id, address, created_at, time, occurrence_id } = message
  const why = reason === null ? undefined : reasons.get(reason)
  const contact = contact_id === undefined ? undefined : contacts.get(contact_id)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:text-muted">
        <dt>{t('messages.status')}</dt>
        <dd>
          <StatusMark status={messageMark[status]} word={t(`message.status.${status}`)} />
          {reason && <p className="font-medium">{why?.name ?? reason}</p>}
          {why?.description && <p className="max-w-prose text-sm text-muted">{why.description}</p>}
        </dd>
        <dt>{t('messages.to')}</dt>
        <dd>
          {contact && <span className="font-medium">{contact} · </span>}
          {address}
        </dd>
        <dt>{t('messages.channel')}</dt>
        <dd>{channels.get(channel_id)?.name ?? channel_id}</dd>
        <dt>{t('messages.kind')}</dt>
        <dd>
          {t(`message.kind.${message.kind}`)}
          {message.repeat_number > 0 && ` · ${t('message.repeat', { repeat: message.repeat_number })}`}
        </dd>
        <dt>{t('message.decided')}</dt>
        <dd>{formats.exact(created_at)}</dd>
        {status === 'sent' && (
          <>
            <dt>{t('message.sentAt')}</dt>
            <dd>{formats.exact(time)}</dd>
          </>
        )}
        {occurrence_id !== null && (
          <>
            <dt>{t('messages.event')}</dt>
            <dd>
              <Link to="/events/$id" params={{ id: String(occurrence_id) }} className="text-accent underline">
                {t('message.toEvent')}
              </Link>
            </dd>
          </>
        )}
      </dl>
      <MessageDetails message={message} />
    </div>
  )
}
