import { type BrowserAction, type BrowserStep, maxActions, maxNameLength } from './browser-step.ts'
import { nameStep } from './name-step.ts'
import { type RecordedStep, readNavigations } from './recorded-step.ts'
import { shortenText } from './shorten-text.ts'
import { readStepMark } from './step-mark.ts'

interface ConvertedStep {
  readonly recorded: RecordedStep
  readonly actions: readonly BrowserAction[]
}

interface StepGroup {
  readonly mark: { readonly name: string; readonly cleanup: boolean } | undefined
  readonly actions: BrowserAction[]
}

/**
 * Groups all actions between two page changes into one step. A recording that Wachta exported contains marks where its
 * steps begin.
 */
export function splitIntoSteps(converted: readonly ConvertedStep[], isMarked: boolean): BrowserStep[] {
  const groups: StepGroup[] = []
  let isGroupOpen = false
  for (const { recorded, actions } of converted) {
    const mark = readStepMark(recorded)
    const isNavigation = recorded.type === 'navigate'
    if (!isGroupOpen || (isMarked ? mark !== undefined : isNavigation)) groups.push({ mark, actions: [] })
    groups.at(-1)?.actions.push(...actions)
    isGroupOpen = isMarked || !(isNavigation || readNavigations(recorded).length > 0)
  }
  return groups.filter(({ actions }) => actions.length > 0).flatMap(toSteps)
}

function toSteps({ mark, actions }: StepGroup): BrowserStep[] {
  const parts = []
  for (let start = 0; start < actions.length; start += maxActions) parts.push(actions.slice(start, start + maxActions))
  return parts.map((part, index) => {
    const name = mark?.name ?? nameStep(part)
    const suffix = index === 0 ? '' : ` (${index + 1})`
    return {
      name: `${shortenText(name, maxNameLength - suffix.length)}${suffix}`,
      actions: part,
      ...(mark?.cleanup === true && { cleanup: true }),
    }
  })
}
