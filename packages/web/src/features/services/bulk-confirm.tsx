import type { Group } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import type { BulkAction, BulkInput } from './bulk.ts'
import type { ServiceWithStatus } from './queries.ts'
import { SensorsOfAll } from './sensors-of-all.tsx'
import { TagsOfAll } from './tags-of-all.tsx'

interface BulkConfirmProps {
  readonly action: BulkAction
  readonly chosen: readonly ServiceWithStatus[]
  readonly groups: ReadonlyMap<number, Group>
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: (given: BulkInput) => void
}

const maxNames = 8

/** Asks for confirmation of a bulk action, with its effect and the services concerned. */
export function BulkConfirm({ action, chosen, groups, busy, onClose, onConfirm }: BulkConfirmProps) {
  const { t } = useI18n()
  const [group, setGroup] = useState<string | null>(null)
  const [sensors, setSensors] = useState<readonly number[] | null>(null)
  const [tags, setTags] = useState<BulkInput['tags']>({ add: [], remove: [] })
  const isReady =
    (action !== 'move' || group !== null) &&
    (action !== 'sensors' || sensors?.length !== 0) &&
    (action !== 'tags' || tags.add.length + tags.remove.length > 0)
  return (
    <Dialog
      open
      isForm={action === 'move' || action === 'sensors' || action === 'tags'}
      onClose={onClose}
      title={t(`bulk.ask.${action}`, { count: chosen.length })}
      description={t(`bulk.means.${action}`, { count: chosen.length })}
      closeLabel={t('common.close')}
    >
      <ul className="mb-4 max-h-48 list-inside list-disc overflow-y-auto text-sm">
        {chosen.slice(0, maxNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {chosen.length > maxNames && <li>{t('bulk.andMore', { count: chosen.length - maxNames })}</li>}
      </ul>
      {action === 'move' && (
        <div className="mb-4">
          <FormField label={t('bulk.group')}>
            {(fieldIds) => (
              <Combobox
                fieldIds={fieldIds}
                choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
                value={group}
                onChoose={setGroup}
                nothing={t('filters.nothing')}
              />
            )}
          </FormField>
        </div>
      )}
      {action === 'sensors' && (
        <SensorsOfAll count={chosen.length} serviceId={chosen[0]?.id ?? 0} chosen={sensors} onChange={setSensors} />
      )}
      {action === 'tags' && <TagsOfAll chosen={chosen} onChange={setTags} />}
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          kind={action === 'delete' ? 'danger' : 'primary'}
          busy={busy}
          disabled={!isReady}
          onClick={() => onConfirm({ group: group === null ? null : Number(group), sensors, tags })}
        >
          {t(`bulk.confirm.${action}`)}
        </Button>
      </div>
    </Dialog>
  )
}
