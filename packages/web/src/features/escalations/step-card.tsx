import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useRecipientNames } from '../contacts/queries.ts'
import { StepForm } from './step-form.tsx'
import { getDelayText, getRepeatText } from './step-text.ts'
import type { EscalationStep } from './steps.ts'

interface StepCardProps {
  readonly step: EscalationStep
  readonly index: number
  readonly count: number
  readonly isOpen: boolean
  readonly isReadOnly: boolean
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly onToggle: () => void
  readonly onChange: (change: Partial<EscalationStep>) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onDrag: () => void
  readonly onDrop: () => void
}

/**
 * An escalation step: a summary, and a form when it is open. A closed step can be dragged; every step can be moved with
 * buttons.
 */
export function StepCard(props: StepCardProps) {
  const { step, index, count, isOpen, isReadOnly, onToggle, onMove, onDrag, onDrop } = props
  const { t } = useI18n()
  // In an open form, dragging selects text.
  const isDraggable = !isReadOnly && !isOpen
  const move = (button: HTMLElement, to: number) => {
    onMove(to)
    requestAnimationFrame(() => keepFocus(button))
  }
  return (
    <li
      className={`rounded-md border border-line bg-surface ${isDraggable ? 'cursor-grab' : ''}`}
      draggable={isDraggable}
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <div className="flex items-center gap-1 p-2 sm:gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-md px-2 text-left"
        >
          <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
          <Summary step={step} />
        </button>
        {!isReadOnly && (
          <>
            <Button
              size="small"
              kind="quiet"
              disabled={index === 0}
              aria-label={t('step.earlier', { name: step.name })}
              title={t('step.earlierHint')}
              onClick={(event) => move(event.currentTarget, index - 1)}
            >
              <Icon name="up" />
            </Button>
            <Button
              size="small"
              kind="quiet"
              disabled={index === count - 1}
              aria-label={t('step.later', { name: step.name })}
              title={t('step.laterHint')}
              onClick={(event) => move(event.currentTarget, index + 1)}
            >
              <Icon name="down" />
            </Button>
          </>
        )}
      </div>
      {isOpen && <StepForm {...props} />}
    </li>
  )
}

/**
 * Restores the focus after a move. At either end of the list, the pressed button becomes disabled; then the focus moves
 * to the first button of the card, which opens the step.
 */
function keepFocus(button: HTMLElement): void {
  if (button.matches(':disabled')) button.closest('li')?.querySelector('button')?.focus()
  else button.focus()
}

function Summary({ step }: { readonly step: EscalationStep }) {
  const { t, formats } = useI18n()
  const names = useRecipientNames(step)
  const repeats = getRepeatText(step, t, formats)
  return (
    <span className="grid min-w-0">
      <span>
        <b className="font-medium">{Number.isFinite(step.delay) ? getDelayText(step.delay, t, formats) : '…'}</b>
        {repeats && <span className="text-muted">, {repeats}</span>}
        {!step.is_active && (
          <span className="ml-2">
            <StatusMark status="paused" text={t('step.off')} />
          </span>
        )}
      </span>
      <span className="truncate text-sm text-muted">
        {step.name} · {names.join(', ') || t('step.noRecipients')}
      </span>
    </span>
  )
}
