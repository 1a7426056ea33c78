import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Group } from '@wachta/client'
import { Suspense, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import {
  archivedActions,
  type BulkAction,
  type BulkInput,
  bulkActions,
  PartialBulkError,
  requiredPermissions,
  runBulkAction,
  useBulkPermissions,
} from './bulk.ts'
import type { ServiceWithStatus } from './queries.ts'
import { serviceListKeys } from './queries.ts'
import { tagKeys } from './tags.ts'

const BulkConfirm = lazyPart(async () => (await import('./bulk-confirm.tsx')).BulkConfirm)

interface BulkBarProps {
  readonly chosen: readonly ServiceWithStatus[]
  readonly groups: ReadonlyMap<number, Group>
  readonly areArchived: boolean
  readonly onDone: () => void
}

interface ConfirmedAction {
  readonly action: BulkAction
  readonly confirmedIds: readonly number[]
  readonly given: BulkInput
}

/** The actions for all selected services. */
export function BulkBar({ chosen, groups, areArchived, onDone }: BulkBarProps) {
  const { t } = useI18n()
  const [pendingAction, setPendingAction] = useState<BulkAction | null>(null)
  const ids = chosen.map(({ id }) => id)
  const permissions = useBulkPermissions(ids)
  const queries = useQueryClient()
  const mutation = useMutation({
    // A status that changes during the request can change the selection, but not the services that were confirmed.
    mutationFn: ({ action, confirmedIds, given }: ConfirmedAction) => runBulkAction(action, confirmedIds, given),
    onSuccess: (_, { action, confirmedIds }) => {
      showToast(t(`bulk.done.${action}`, { count: confirmedIds.length }))
      setPendingAction(null)
      onDone()
    },
    onError: (error, { confirmedIds }) =>
      showWarning(
        error instanceof PartialBulkError
          ? t('bulk.halfway', { done: error.done, count: confirmedIds.length, why: errorText(error.cause) })
          : errorText(error),
      ),
    onSettled: () => {
      // The pages of these services would show them as they were before.
      queries.removeQueries({ queryKey: serviceKeys.all, type: 'inactive' })
      return Promise.all(
        [serviceListKeys.statuses, serviceListKeys.archived, serviceListKeys.rights, tagKeys].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  if (chosen.length === 0) return null
  const actions = areArchived ? archivedActions : bulkActions
  return (
    <section
      aria-label={t('bulk.label')}
      className="sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-edge bg-raised p-3 shadow-lg"
    >
      <div className="mr-auto flex flex-wrap items-center gap-x-2">
        <p role="status" className="font-medium">
          {t('bulk.chosen', { count: chosen.length })}
        </p>
        <Button size="small" kind="quiet" onClick={onDone}>
          {t('bulk.clear')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action}
            size="small"
            kind={action === 'delete' ? 'danger' : 'secondary'}
            disabled={!permissions[requiredPermissions[action]]}
            onClick={() => setPendingAction(action)}
          >
            {t(`bulk.${action}`)}
          </Button>
        ))}
      </div>
      {permissions.areKnown && !actions.every((action) => permissions[requiredPermissions[action]]) && (
        <p className="w-full text-sm text-muted">{t('bulk.noRight')}</p>
      )}
      {pendingAction && (
        <Suspense>
          <BulkConfirm
            action={pendingAction}
            chosen={chosen}
            groups={groups}
            busy={mutation.isPending}
            onClose={() => setPendingAction(null)}
            onConfirm={(given) => mutation.mutate({ action: pendingAction, confirmedIds: ids, given })}
          />
        </Suspense>
      )}
    </section>
  )
}
