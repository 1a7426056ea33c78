import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useUnsavedMark } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PolicyPreview } from './policy-preview.tsx'
import type { Policy } from './queries.ts'
import { StepCard } from './step-card.tsx'
import {
  addStep,
  type EscalationStep,
  isInOrder,
  moveStep,
  planStepChanges,
  type StoredStep,
  sortByDelay,
  toStoredStep,
} from './steps.ts'
import { useSaving } from './use-saving.ts'

/** Counts added steps for their keys, because a new step has no id yet. */
let addedStepCount = 0

/** Edits all steps of a policy, which are saved together, with a preview next to them. */
export function PolicyEditor({ policy }: { readonly policy: Policy }) {
  const { t } = useI18n()
  const { event } = policy
  const isReadOnly = event.permissions?.create_escalations !== true
  const [initial] = useState(() => policy.steps.map(toStoredStep))
  const [steps, setSteps] = useState<readonly EscalationStep[]>(() => initial.map(({ step }) => step))
  const { open, setOpen } = useOpenStep()
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const { stored, save, requests, clearError, isSaving, failedStep, failure } = useSaving(event.id, initial, setOpen)
  const isChanged = useIsChanged(stored, steps)

  const change = (key: string, next: Partial<EscalationStep>) => {
    setSteps((before) => before.map((step) => (step.key === key ? { ...step, ...next } : step)))
    if (failedStep?.key === key) clearError()
  }
  const add = () => {
    addedStepCount += 1
    const key = `new ${addedStepCount}`
    setSteps((before) => addStep(sortByDelay(before), key, t('step.named', { number: before.length + 1 })))
    setOpen(key)
  }
  // Steps are sorted only when a form is opened or closed, so that they do not move while the user enters a time.
  const toggle = (key: string) => {
    setSteps(sortByDelay)
    setOpen(open === key ? null : key)
  }
  const move = (from: number, to: number) =>
    setSteps((before) => (isInOrder(before) ? moveStep(before, from, to) : sortByDelay(before)))

  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="steps">
        <h2 id="steps" className="mb-3 text-lg font-semibold">
          {t('policy.steps')}
        </h2>
        {isReadOnly && <p className="mb-3 text-muted">{t('policy.readOnly')}</p>}
        {steps.length === 0 && <EmptyState title={t('policy.emptyTitle')}>{t('policy.empty')}</EmptyState>}
        <ol className="grid gap-2">
          {steps.map((step, index) => (
            <StepCard
              key={step.key}
              step={step}
              index={index}
              count={steps.length}
              isOpen={open === step.key}
              isReadOnly={isReadOnly}
              fieldErrors={failedStep?.key === step.key ? failedStep.fieldErrors : noFieldErrors}
              onToggle={() => toggle(step.key)}
              onChange={(next) => change(step.key, next)}
              onMove={(to) => move(index, to)}
              onRemove={() => setSteps((before) => before.filter(({ key }) => key !== step.key))}
              onDrag={() => setDraggedIndex(index)}
              onDrop={() => {
                if (draggedIndex !== null) move(draggedIndex, index)
                setDraggedIndex(null)
              }}
            />
          ))}
        </ol>
        {!isReadOnly && (
          <>
            <Button onClick={add} className="mt-3">
              {t('policy.add')}
            </Button>
            <div className="sticky bottom-(--bottom-bar) mt-5 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
              <Button kind="primary" busy={isSaving} disabled={!isChanged} onClick={() => save(steps)}>
                {t('settings.save')}
              </Button>
              <CopyAsCurl requests={() => requests(steps)} />
              <p role="status" className={failure ? 'text-failure' : 'text-muted'}>
                {failure ?? (isChanged && t('policy.unsaved'))}
              </p>
            </div>
          </>
        )}
      </section>
      <PolicyPreview steps={steps} />
    </div>
  )
}

const noFieldErrors: ReadonlyMap<string, readonly string[]> = new Map()

function useIsChanged(stored: readonly StoredStep[], steps: readonly EscalationStep[]): boolean {
  const isChanged = planStepChanges(stored, steps).length > 0
  useUnsavedMark(isChanged)
  return isChanged
}

/** The open step. If it is stored, its id is in the URL, so that Back and reload open it again. */
function useOpenStep() {
  const { step } = useSearch({ strict: false })
  const change = useSearchChange()
  const [open, setOpen] = useState<string | null>(step ?? null)
  return {
    open,
    setOpen: (key: string | null) => {
      setOpen(key)
      change({ step: key !== null && /^\d+$/.test(key) ? key : '' })
    },
  }
}
