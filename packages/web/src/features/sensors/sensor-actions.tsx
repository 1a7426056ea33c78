import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sensor } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { buildInstallCommand } from './health.ts'
import { sensorKeys } from './queries.ts'
import { sensorTexts } from './texts.ts'

const actions = ['enrol', 'switch', 'revoke', 'delete'] as const
type Action = (typeof actions)[number]

interface SensorActionsProps {
  readonly sensor: Sensor
  readonly onToken: (token: string) => void
  readonly onDeleted: () => void
}

/** The actions of the owner of a sensor. Revoking its credentials and deleting it ask for confirmation. */
export function SensorActions({ sensor, onToken, onDeleted }: SensorActionsProps) {
  const { t } = useI18n()
  const texts = useTexts(sensorTexts)
  const queries = useQueryClient()
  const [pendingAction, setPendingAction] = useState<Action | null>(null)
  const mutation = useMutation({
    mutationFn: (action: Action) => runAction(action, sensor),
    onSuccess: (token, action) => {
      setPendingAction(null)
      if (action === 'enrol') onToken(token ?? '')
      else showToast(texts(`sensors.done.${action}`, { name: sensor.name }))
      if (action === 'delete') onDeleted()
      return queries.invalidateQueries({ queryKey: sensorKeys.all })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  const flags = sensor.permissions
  const may = { enrol: flags?.enrol, switch: flags?.update, revoke: flags?.enrol, delete: flags?.delete }
  const allowedActions = actions.filter((action) => may[action] === true)
  if (allowedActions.length === 0) return null
  const getName = (action: Action) =>
    action === 'switch'
      ? texts(sensor.is_active ? 'sensors.switchOff' : 'sensors.switchOn')
      : texts(`sensors.act.${action}`)
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {pendingAction ? (
        <div role="alertdialog" aria-label={getName(pendingAction)} className="grid gap-3">
          <p>{texts(pendingAction === 'revoke' ? 'sensors.means.revoke' : 'sensors.means.delete')}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button kind="quiet" onClick={() => setPendingAction(null)}>
              {t('common.cancel')}
            </Button>
            <Button kind="danger" autoFocus busy={mutation.isPending} onClick={() => mutation.mutate(pendingAction)}>
              {getName(pendingAction)}
            </Button>
          </div>
        </div>
      ) : (
        <>
          {flags?.enrol && <p className="text-sm text-muted">{texts('sensors.actsText')}</p>}
          <div className="flex flex-wrap gap-2">
            {allowedActions.map((action) => (
              <Button
                key={action}
                size="small"
                kind={action === 'delete' || action === 'revoke' ? 'danger' : 'secondary'}
                busy={mutation.isPending}
                onClick={() =>
                  action === 'delete' || action === 'revoke' ? setPendingAction(action) : mutation.mutate(action)
                }
              >
                {getName(action)}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** Runs an action and returns the enrolment token, if it creates one. */
async function runAction(action: Action, { id, is_active }: Sensor): Promise<string | undefined> {
  const path = { _id: id }
  switch (action) {
    case 'enrol':
      return (await client.call('create_sensor_enrolment', { path })).token
    case 'switch':
      await client.call('update_sensor', { path, body: { is_active: !is_active } })
      return undefined
    case 'revoke':
      await client.call('revoke_sensor', { path })
      return undefined
    case 'delete':
      await client.call('delete_sensor', { path })
      return undefined
  }
}

/** Shows the enrolment token in the command that uses it. The token is shown only once. */
export function EnrolmentInstructions({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(sensorTexts)
  const command = buildInstallCommand(location.origin, token)
  return (
    <div className="grid gap-3">
      <p>{texts('sensors.tokenText')}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm"
      >
        {command}
      </pre>
      <p className="text-sm text-muted">{texts('sensors.tokenOnce')}</p>
      <div className="flex justify-end gap-2">
        <CopyButton
          text={command}
          label={texts('sensors.copy')}
          doneLabel={texts('sensors.copied')}
          failedText={t('common.notCopied')}
        />
        <Button kind="primary" size="small" onClick={onDone}>
          {texts('sensors.tokenDone')}
        </Button>
      </div>
    </div>
  )
}
