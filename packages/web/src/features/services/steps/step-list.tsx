import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMoveFocus } from '../../../ui/use-move-focus.ts'
import { ScenarioStepCard } from './scenario-step-card.tsx'
import { createScenarioStep, type Step, type StepsKind } from './step-model.ts'
import type { StepProblem } from './step-problems.ts'
import { getText } from './step-values.ts'
import { useKeyedItems } from './use-keyed-items.ts'
import { useStepTranslate } from './use-step-texts.ts'

/** A list with more steps than this is collapsed at first: each step is one line. */
const maxInitiallyOpen = 3

interface StepListProps {
  readonly kind: StepsKind
  readonly steps: readonly Step[]
  readonly problems: ReadonlyMap<number, readonly StepProblem[]>
  readonly maxCount: number
  readonly disabled: boolean
  readonly onChange: (steps: readonly Step[]) => void
}

/** The steps one below the other, each open or as one line. */
export function StepList({ kind, steps, problems, maxCount, disabled, onChange }: StepListProps) {
  const t = useStepTranslate()
  const items = useKeyedItems(steps, onChange)
  /** The keys of the steps that are open although `areOpen` is false, or closed although it is true. */
  const [exceptions, setExceptions] = useState<ReadonlySet<number>>(new Set())
  const [areOpen, setAreOpen] = useState(steps.length <= maxInitiallyOpen)
  const { root, focus } = useMoveFocus<HTMLDivElement>()
  const isOpen = (key: number) => areOpen !== exceptions.has(key)
  const getCardSelector = (key: number | undefined) => `[data-step="${key}"]`
  const setAll = (open: boolean) => {
    setAreOpen(open)
    setExceptions(new Set())
  }
  const toggle = (key: number) => setExceptions(exceptions.symmetricDifference(new Set([key])))
  const insert = (at: number, step: Step) => {
    const key = items.insert(at, step)
    if (!areOpen) setExceptions(exceptions.union(new Set([key])))
    focus(`${getCardSelector(key)} [data-button=name]`)
  }
  const move = (at: number, by: number) => {
    items.move(at, by)
    const movedSelector = getCardSelector(items.keys[at])
    focus(`${movedSelector} [data-button=${by < 0 ? 'up' : 'down'}]`, `${movedSelector} [data-button=toggle]`)
  }
  const remove = (at: number) => {
    items.remove(at)
    focus(`${getCardSelector(items.keys[at + 1] ?? items.keys[at - 1])} [data-button=toggle]`, '[data-button=add-step]')
  }
  const duplicate = (step: Step): Step => ({ ...step, name: t('copyName', { name: getText(step, 'name') }).trim() })
  const isAnyClosed = items.keys.some((key) => !isOpen(key))
  return (
    <div ref={root} className="grid min-w-0 content-start gap-2">
      {steps.length > 1 && (
        <div className="flex items-center justify-between gap-4">
          <span className="text-sm text-muted">{t('count', { count: steps.length })}</span>
          <Button kind="quiet" size="small" className="text-sm text-muted" onClick={() => setAll(isAnyClosed)}>
            {t(isAnyClosed ? 'expandAll' : 'collapseAll')}
          </Button>
        </div>
      )}
      {steps.map((step, at) => {
        const key = items.keys[at] ?? 0
        return (
          <div key={key} data-step={key} className="min-w-0">
            <ScenarioStepCard
              kind={kind}
              step={step}
              position={{ number: at + 1, count: steps.length }}
              isOpen={isOpen(key)}
              problems={problems.get(at) ?? []}
              disabled={disabled}
              onToggle={() => toggle(key)}
              onChange={(next) => items.change(at, next)}
              onMove={(by) => move(at, by)}
              onDuplicate={() => insert(at + 1, duplicate(step))}
              onRemove={() => remove(at)}
            />
          </div>
        )
      })}
      {!disabled && (
        <div>
          <Button
            size="small"
            data-button="add-step"
            disabled={steps.length >= maxCount}
            onClick={() => insert(steps.length, createScenarioStep(kind, steps.length === 0))}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </div>
  )
}
