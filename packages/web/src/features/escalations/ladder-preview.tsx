import { useMemo } from 'react'
import { useMe } from '../../app/client/me.ts'
import { useSpeech } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useAddresses, useContactGroups, useContacts, useQuietHours } from '../contacts/queries.ts'
import { useChannels } from '../dictionaries/queries.ts'
import { type Audience, type Moment, previewOf, type Told } from './preview.ts'
import type { Step } from './steps.ts'

const most = 12

/** What would happen if it began now and nobody took it on. */
export function LadderPreview({ steps }: { readonly steps: readonly Step[] }) {
  const { t, formats } = useSpeech()
  const now = useNow(60_000)
  const audience = useAudience()
  const start = Math.floor(now.getTime() / 60_000) * 60_000
  const { moments, goesOn } = previewOf(steps, start, audience, most)
  const tellsEnd = steps.some(({ is_active, notify_end }) => is_active && notify_end)
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-5">
      <h2 id="preview" className="text-lg font-semibold">
        {t('preview.title')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('preview.text', { time: formats.clock(new Date(start)) })}</p>
      {moments.length === 0 ? (
        <StatusMark status="unknown" word={t('ladders.nobody')} />
      ) : (
        <ol className="grid gap-2 border-l-2 border-line pl-4">
          {moments.map((moment) => (
            <OneMoment key={`${moment.step} ${moment.repeat}`} moment={moment} now={new Date(start)} />
          ))}
        </ol>
      )}
      {goesOn && <p className="mt-2 pl-4 text-sm text-muted">{t('preview.goesOn')}</p>}
      {moments.length > 0 && <p className="mt-3 text-sm text-muted">{t(tellsEnd ? 'preview.end' : 'preview.noEnd')}</p>}
    </section>
  )
}

function OneMoment({ moment, now }: { readonly moment: Moment; readonly now: Date }) {
  const { t, formats } = useSpeech()
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3">
      <span className="font-medium">
        {formats.since(new Date(moment.at), now)}
        {moment.repeat > 0 && (
          <span className="block text-xs font-normal text-muted">{t('preview.repeat', { number: moment.repeat })}</span>
        )}
      </span>
      <ul>
        {moment.told.map((told) => (
          <OneTold key={told.contact} told={told} isFirst={moment.repeat === 0} />
        ))}
        {moment.told.length === 0 && (
          <li>
            <StatusMark status="unknown" word={t('step.nobody')} />
          </li>
        )}
      </ul>
    </li>
  )
}

/** What keeps a message from somebody is said once, not with every repeat. */
function OneTold({ told, isFirst }: { readonly told: Told; readonly isFirst: boolean }) {
  const { t, formats } = useSpeech()
  const channels = useChannels()
  const name = useContacts().find(({ id }) => id === told.contact)?.name ?? `#${told.contact}`
  const names = (keys: readonly string[]) => formats.list(keys.map((key) => channels.get(key)?.name ?? key))
  return (
    <li>
      {told.channels.length > 0 ? t('preview.by', { name, channels: names(told.channels) }) : name}
      {told.isQuiet && (
        <span className="block text-sm">
          <StatusNote status="paused">{t('preview.quiet')}</StatusNote>
        </span>
      )}
      {isFirst && told.unverified.length > 0 && (
        <span className="block text-sm">
          <StatusNote status="unknown">{t('told.unverified', { channels: names(told.unverified) })}</StatusNote>
        </span>
      )}
      {isFirst && told.channels.length + told.unverified.length === 0 && (
        <span className="block text-sm">
          <StatusNote status="unknown">{t('told.noAddress')}</StatusNote>
        </span>
      )}
    </li>
  )
}

function useAudience(): Audience {
  const groups = useContactGroups()
  const addresses = useAddresses()
  const quiet = useQuietHours()
  const { data: me } = useMe()
  const timeZone = me?.time_zone?.name ?? 'UTC'
  return useMemo(() => {
    const addressesOf = Map.groupBy(addresses, ({ contact_id }) => contact_id)
    const quietOf = Map.groupBy(quiet, ({ contact_id }) => contact_id)
    return {
      groups,
      addressesOf: (contact) => addressesOf.get(contact) ?? [],
      quietOf: (contact) => quietOf.get(contact) ?? [],
      timeZone,
    }
  }, [groups, addresses, quiet, timeZone])
}
