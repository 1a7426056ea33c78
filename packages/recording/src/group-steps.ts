import { type BrowserAction, type BrowserStep, maxActions, maxNameLength } from './browser-step.ts'
import { nameStep } from './name-step.ts'
import { type RecordedStep, readNavigations } from './recorded-step.ts'
import { shortenText } from './shorten-text.ts'
import { readStepMark } from './step-mark.ts'

interface ConvertedStep {
  readonly recorded: RecordedStep
  readonly actions: readonly BrowserAction[]
}

interface Group {
  readonly mark: { readonly name: string; readonly cleanup: boolean } | undefined
  readonly actions: BrowserAction[]
}

/**
 * Puts actions together that belong together: all that lead from one page to the next. A recording that Wachta has
 * exported says itself where its steps begin.
 */
export function splitIntoSteps(converted: readonly ConvertedStep[], isMarked: boolean): BrowserStep[] {
  const groups: Group[] = []
  let isOpen = false
  for (const { recorded, actions } of converted) {
    const mark = readStepMark(recorded)
    const isNavigation = recorded.type === 'navigate'
    if (!isOpen || (isMarked ? mark !== undefined : isNavigation)) groups.push({ mark, actions: [] })
    groups.at(-1)?.actions.push(...actions)
    isOpen = isMarked || !(isNavigation || readNavigations(recorded).length > 0)
  }
  return groups.filter(({ actions }) => actions.length > 0).flatMap(toSteps)
}

function toSteps({ mark, actions }: Group): BrowserStep[] {
  const parts = []
  for (let start = 0; start < actions.length; start += maxActions) parts.push(actions.slice(start, start + maxActions))
  return parts.map((part, index) => {
    const name = mark?.name ?? nameStep(part)
    const ending = index === 0 ? '' : ` (${index + 1})`
    return {
      name: `${shortenText(name, maxNameLength - ending.length)}${ending}`,
      actions: part,
      ...(mark?.cleanup === true && { cleanup: true }),
    }
  })
}
