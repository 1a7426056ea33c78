import { useI18n } from '../../../app/i18n/language.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type Status, StatusMark } from '../../../ui/status-mark.tsx'
import { useStepTranslate } from '../steps/use-step-texts.ts'
import type { RunStep, RunStepState } from './run-steps.ts'

const marks: Partial<Record<RunStepState, Status>> = {
  done: 'ok',
  failed: 'failure',
  unknown: 'unknown',
  skipped: 'paused',
}

interface RunStepListProps {
  readonly steps: readonly RunStep[]
  /** The number of the step whose picture is shown. */
  readonly shown: number | null
  readonly onShow: (number: number) => void
}

/** The steps of a test run with their states; a step with a picture can be chosen. */
export function RunStepList({ steps, shown, onShow }: RunStepListProps) {
  const t = useStepTranslate()
  return (
    <ol
      aria-label={t('run.steps')}
      className="grid content-start self-start divide-y divide-line rounded-md border border-line"
    >
      {steps.map((step) => (
        <li key={step.number} className="grid gap-1 px-3 py-2">
          <div className="flex items-baseline gap-2.5">
            <span className="w-5 shrink-0 text-right text-muted tabular-nums">{step.number}</span>
            <span className="min-w-0 grow font-medium">{step.name === '' ? t('noName') : step.name}</span>
            <StepState step={step} />
          </div>
          {step.message !== null && <p className="pl-7.5 font-mono text-sm text-failure">{step.message}</p>}
          {step.picture !== null && (
            <div className="pl-7.5">
              <button
                type="button"
                aria-pressed={shown === step.number}
                onClick={() => onShow(step.number)}
                className="inline-flex min-h-7 items-center gap-1.5 text-sm text-accent underline aria-pressed:text-ink aria-pressed:no-underline"
              >
                <Icon name="display" />
                {t('run.screenshotOf', { number: step.number })}
              </button>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepState({ step: { state, time, isCleanup } }: { readonly step: RunStep }) {
  const { formats } = useI18n()
  const t = useStepTranslate()
  const mark = marks[state]
  return (
    <span className="flex shrink-0 items-baseline gap-2.5 text-sm">
      {isCleanup && <span className="text-muted">{t('cleanupShort')}</span>}
      {time !== null && <span className="text-muted tabular-nums">{formats.milliseconds(time)}</span>}
      {mark ? (
        <StatusMark status={mark} text={t(`run.${state}`)} />
      ) : (
        <span className={state === 'running' ? 'font-medium text-accent' : 'text-muted'}>{t(`run.${state}`)}</span>
      )}
    </span>
  )
}
