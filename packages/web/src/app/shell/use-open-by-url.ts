import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSearchChange } from './use-list-search.ts'

/**
 * Opens a dialog for a link with `?new=<name>`; a null name means that the dialog cannot be opened yet. The parameter
 * is then removed from the URL, so that Back does not open the dialog again.
 */
export function useOpenByUrl(name: string | null, open: () => void): void {
  const { new: wanted } = useSearch({ strict: false })
  const change = useSearchChange()
  const onWanted = useEffectEvent(() => {
    open()
    change({ new: '' })
  })
  useEffect(() => {
    if (wanted !== undefined && wanted === name) onWanted()
  }, [wanted, name])
}
