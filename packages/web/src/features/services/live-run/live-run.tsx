import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useState } from 'react'
import { errorText } from '../../../app/client/client.ts'
import { CopyAsCurl } from '../../../app/forms/copy-as-curl.tsx'
import { collectRequests } from '../../../app/forms/sending.ts'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Failed } from '../../../app/shell/failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { sensorChoiceQuery } from '../queries.ts'
import { listOfferedSensors } from '../sensor-settings.ts'
import type { StepsKind } from '../steps/step-model.ts'
import { getEntries } from '../steps/step-values.ts'
import { useStepTranslate } from '../steps/use-step-texts.ts'
import { RunResult } from './run-result.tsx'
import { RunStepList } from './run-step-list.tsx'
import { listRunSteps } from './run-steps.ts'
import { StepPicture } from './step-picture.tsx'
import { type TriedSettings, useLiveRun } from './use-live-run.ts'

interface LiveRunProps {
  readonly service: Service
  readonly kind: StepsKind
  /** The values of the form, which may not be saved yet. */
  readonly settings: TriedSettings
  /** The same without secrets, for the copied command. */
  readonly publicSettings: TriedSettings
  readonly onClose: () => void
}

/** Runs the scenario of the form once from one sensor, and shows its steps with their screenshots as they are done. */
export function LiveRun({ service, kind, settings, publicSettings, onClose }: LiveRunProps) {
  const { t: common } = useI18n()
  const t = useStepTranslate()
  const { data, error, refetch } = useQuery(sensorChoiceQuery(service.id))
  const [pickedSensor, setPickedSensor] = useState<number | null>(null)
  const live = useLiveRun(service.id, settings)
  const sensors = listOfferedSensors(data?.available ?? [])
  const sensor = pickedSensor ?? sensors.find(({ id }) => data?.watching.includes(id))?.id ?? sensors[0]?.id ?? null
  const body = { ...publicSettings, sensor_ids: sensor === null ? [] : [sensor] }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('run.title')}
      description={t('run.hint')}
      closeLabel={common('common.close')}
    >
      {data ? (
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-64 max-w-full">
            <FormField label={t('run.sensor')}>
              {(fieldIds) => (
                <Select
                  {...fieldIds}
                  disabled={live.isRunning}
                  value={String(sensor ?? '')}
                  choices={sensors.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChoose={(id) => setPickedSensor(Number(id))}
                />
              )}
            </FormField>
          </div>
          <Button
            kind="primary"
            busy={live.isRunning}
            disabled={sensor === null}
            onClick={() => sensor !== null && live.start(sensor)}
          >
            {t(live.isRunning ? 'run.running' : live.run === null ? 'run.start' : 'run.again')}
          </Button>
          <CopyAsCurl
            requests={() =>
              collectRequests((client) => client.call('force_custom_analysis', { path: { _id: service.id }, body }))
            }
          />
        </div>
      ) : error ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : (
        <SkeletonRows count={1} label={common('common.loading')} />
      )}
      {data && sensors.length === 0 && <p className="mt-3 text-muted">{t('run.noSensor')}</p>}
      <div role="status" className="mt-4 empty:hidden">
        {live.error && <p className="text-failure">▲ {errorText(live.error)}</p>}
        {live.isLate && <p>{common('tryNow.late')}</p>}
        {live.check && <RunResult check={live.check} />}
      </div>
      <RunView kind={kind} settings={settings} live={live} />
    </Dialog>
  )
}

interface RunViewProps extends Pick<LiveRunProps, 'kind' | 'settings'> {
  readonly live: ReturnType<typeof useLiveRun>
}

/** The steps, and next to them one screenshot: of the chosen step, else of the failed or of the last step with one. */
function RunView({ kind, settings, live }: RunViewProps) {
  const t = useStepTranslate()
  const [chosen, setChosen] = useState<{ readonly run: string; readonly number: number } | null>(null)
  const run = live.run?.analysis_id ?? ''
  const steps = listRunSteps({
    ...{ kind, steps: getEntries(settings.extended_settings ?? {}, 'steps'), isStarted: live.run !== null },
    ...{ artifacts: live.artifacts, check: live.check, details: live.details },
  })
  const stepsWithPicture = steps.filter(({ picture }) => picture !== null)
  const chosenStep = chosen?.run === run ? stepsWithPicture.find(({ number }) => number === chosen.number) : undefined
  const shownStep =
    chosenStep ?? stepsWithPicture.findLast(({ state }) => state === 'failed') ?? stepsWithPicture.at(-1)
  return (
    <div className={`mt-4 grid gap-4 ${kind === 'browser_steps' ? 'lg:grid-cols-[20rem_minmax(0,1fr)]' : ''}`}>
      <RunStepList steps={steps} shown={shownStep?.number ?? null} onShow={(number) => setChosen({ run, number })} />
      {kind === 'browser_steps' && (
        <div className="min-w-0 max-lg:order-first lg:sticky lg:top-0 lg:self-start">
          {shownStep?.picture ? (
            <StepPicture
              key={shownStep.picture.artifact_id}
              artifact={shownStep.picture}
              alt={t('run.pictureOf', { number: shownStep.number, name: shownStep.name })}
            />
          ) : (
            <p className="grid aspect-video place-items-center rounded-md border border-dashed border-line p-4 text-center text-muted">
              {t('run.noPicture')}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
