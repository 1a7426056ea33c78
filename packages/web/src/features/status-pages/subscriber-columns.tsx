import { useQueryClient } from '@tanstack/react-query'
import type { StatusPageComponent, StatusPageSubscriber } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { statusPageKeys } from './queries.ts'
import { listComponentNames } from './subscriber-rows.ts'
import type { ShownSubscriberState } from './subscriber-states.ts'
import { subscriberScreenTexts } from './subscriber-texts.ts'

export const subscriberMarks: Readonly<Record<ShownSubscriberState, Status>> = {
  confirmed: 'ok',
  pending: 'slow',
  bounced: 'failure',
  unsubscribed: 'paused',
}

/** On a phone the state is below the address, because the button needs the space. */
export function useSubscriberColumns(
  components: readonly StatusPageComponent[],
): readonly Column<StatusPageSubscriber>[] {
  const { t, formats } = useI18n()
  const texts = useTexts(subscriberScreenTexts)
  const describeState = ({ state, reason, changed_at }: StatusPageSubscriber) =>
    [...(reason ? [reason] : []), texts(`meaning.${state}`, { time: formats.dateTime(changed_at) })].join(' · ')
  return [
    {
      id: 'address',
      header: texts('address'),
      className: 'max-w-0 w-full',
      cell: (subscriber) => (
        <TwoLines
          below={
            <>
              <span className="sm:hidden">{texts(`state.${subscriber.state}`)} · </span>
              {texts(`channel.${subscriber.channel_id}`)} · {describeState(subscriber)}
            </>
          }
        >
          <span title={subscriber.address}>{subscriber.address}</span>
        </TwoLines>
      ),
    },
    {
      id: 'components',
      header: texts('components'),
      from: 'md',
      className: 'max-w-56 truncate',
      cell: (subscriber) =>
        subscriber.component_ids.length === 0 ? (
          <span className="text-muted">{texts('allComponents')}</span>
        ) : (
          formats.list(listComponentNames(subscriber, components))
        ),
    },
    {
      id: 'state',
      header: texts('state'),
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ state }) => <StatusMark status={subscriberMarks[state]} text={texts(`state.${state}`)} />,
    },
    {
      id: 'actions',
      header: t('people.actions'),
      isNumber: true,
      cell: (subscriber) => subscriber.permissions?.delete && <DeleteSubscriber subscriber={subscriber} />,
    },
  ]
}

function DeleteSubscriber({ subscriber: { id, address } }: { readonly subscriber: StatusPageSubscriber }) {
  const texts = useTexts(subscriberScreenTexts)
  const queries = useQueryClient()
  return (
    <DeleteButton
      label={texts('remove', { address })}
      title={texts('removeAsk', { address })}
      consequences={texts('removeMeans')}
      doneMessage={texts('removed')}
      deleteRecord={() => client.call('delete_status_page_subscriber', { path: { _id: id } })}
      onDone={() => queries.invalidateQueries({ queryKey: statusPageKeys.all })}
    />
  )
}
