import { rangeNames } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Filters } from '../../ui/filters.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { useContactNames } from '../contacts/queries.ts'
import { useAllChannels } from '../dictionaries/queries.ts'
import { type NotificationSearch, statuses } from './notification-search.ts'
import type { LogKind, NotificationFilters } from './queries.ts'

interface LogFiltersProps {
  readonly kind: LogKind
  readonly filters: NotificationFilters
  readonly onChange: (change: NotificationSearch) => void
}

export function LogFilters({ kind, filters, onChange }: LogFiltersProps) {
  const { t } = useI18n()
  const channels = useAllChannels()
  const contacts = useContactNames()
  return (
    <Filters label={t('filters.label')}>
      <Select
        aria-label={t('notifications.status')}
        value={filters.status ?? ''}
        choices={[
          { value: '', label: t('notifications.anyStatus') },
          ...statuses.map((value) => ({ value, label: t(`notification.status.${value}`) })),
        ]}
        onChoose={(status) => onChange({ status })}
        className="!w-auto"
      />
      <Select
        aria-label={t('notifications.channel')}
        value={filters.channel ?? ''}
        choices={[
          { value: '', label: t('notifications.anyChannel') },
          ...[...channels.values()].map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChoose={(channel) => onChange({ channel })}
        className="!w-auto max-w-full sm:max-w-56"
      />
      {kind === 'contact' && (
        <div className="w-full sm:w-56">
          <Combobox
            label={t('notifications.contact')}
            placeholder={t('notifications.anyContact')}
            choices={[...contacts].map(([id, name]) => ({ value: String(id), label: name }))}
            value={filters.contact === null ? null : String(filters.contact)}
            onChoose={(contact) => onChange({ contact: contact ?? '' })}
            nothing={t('filters.nothing')}
          />
        </div>
      )}
      <SegmentedControl
        label={t('range.label')}
        value={filters.range}
        choices={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChoose={(range) => onChange({ range })}
      />
    </Filters>
  )
}
