import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { hasUnsaved, useHasUnsaved } from './unsaved.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

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
  return <UnsavedQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
}

/** Filters and pages in the URL leave the form where it is; another path or tab does not. */
const losesChanges: ShouldBlockFn = ({ current, next }) =>
  hasUnsaved() && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search))

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)
