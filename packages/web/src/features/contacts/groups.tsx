import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactGroup } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { useMay } from '../../app/client/me.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { contactGroupsQuery, peopleKey, useContacts } from './queries.ts'
import { contactTexts } from './texts.ts'

/** The list of contact groups. */
export function Groups() {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const mayCreate = useMay('create_contact_groups')
  const { data, error, refetch } = useQuery(contactGroupsQuery)
  const sortingProps = useSorting({ column: 'name', descending: false })
  const contacts = useContacts()
  const [edited, setEdited] = useState<ContactGroup | 'new' | null>(null)
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const listNames = ({ contact_ids }: ContactGroup) =>
    contacts.filter(({ id }) => contact_ids.includes(id)).map(({ name }) => name)
  const addButton = mayCreate && (
    <Button kind="primary" onClick={() => setEdited('new')}>
      {texts('contactGroup.new')}
    </Button>
  )
  return (
    <>
      {data.length > 0 && <div className="mb-3 flex justify-end">{addButton}</div>}
      <Table
        caption={t('people.groups')}
        rows={data}
        getKey={({ id }) => String(id)}
        {...sortingProps}
        empty={
          <EmptyState title={t('contactGroup.emptyTitle')} example={texts('contactGroup.example')} action={addButton}>
            {texts('contactGroup.empty')}
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            header: t('column.name'),
            compare: compareNames,
            className: 'max-w-0 w-full md:w-1/3',
            cell: (group) => (
              <TwoLines
                below={
                  <>
                    <span className="md:hidden">{t('contactGroup.count', { count: group.contact_ids.length })}</span>
                    <span className="max-md:hidden">{group.description}</span>
                  </>
                }
              >
                <b className="font-medium">{group.name}</b>
              </TwoLines>
            ),
          },
          {
            id: 'members',
            header: texts('contactGroup.members'),
            from: 'md',
            cell: (group) => (
              <span className="line-clamp-2 text-sm">{listNames(group).join(', ') || texts('contactGroup.none')}</span>
            ),
          },
          {
            id: 'actions',
            header: t('people.actions'),
            isNumber: true,
            cell: (group) => <Actions group={group} onEdit={() => setEdited(group)} />,
          },
        ]}
      />
      {edited && <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Actions({ group, onEdit }: { readonly group: ContactGroup; readonly onEdit: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const { id, name, permissions } = group
  return (
    <span className="inline-flex gap-2">
      {permissions?.update && (
        <Button size="small" aria-label={texts('people.editNamed', { name })} onClick={onEdit}>
          {t('people.edit')}
        </Button>
      )}
      {permissions?.delete && (
        <DeleteButton
          label={texts('people.deleteNamed', { name })}
          title={texts('contactGroup.deleteAsk', { name })}
          consequences={texts('contactGroup.deleteMeans')}
          doneMessage={texts('contactGroup.deleted')}
          deleteRecord={() => client.call('delete_contact_group', { path: { _id: id } })}
          onDone={() => queries.invalidateQueries({ queryKey: peopleKey })}
        />
      )}
    </span>
  )
}
