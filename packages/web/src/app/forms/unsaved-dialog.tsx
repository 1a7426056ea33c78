import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { DiscardChangesDialog } from './discard-changes-dialog.tsx'
import { hasUnsaved, useHasUnsaved } from './unsaved.ts'

/** Asks before a link, Back or a closed tab discards changes of a form. */
export function UnsavedDialog() {
  const isUnsaved = useHasUnsaved()
  const blocker = useBlocker({
    shouldBlockFn: losesChanges,
    enableBeforeUnload: hasUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <DiscardChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />
}

/** Whether a navigation closes an unsaved form: a new path, tab, service or sensor does, other parameters do not. */
const losesChanges: ShouldBlockFn = ({ current, next }) =>
  hasUnsaved() &&
  (current.pathname !== next.pathname ||
    formSearchParameters.some((name) => readSearch(current, name) !== readSearch(next, name)))

const formSearchParameters = ['tab', 'service', 'sensor'] as const

const readSearch = ({ search }: { readonly search: object }, name: string): unknown =>
  Object.entries(search).find(([each]) => each === name)?.[1]
