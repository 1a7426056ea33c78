import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSearchChange } from './use-list-search.ts'

/**
 * Opens a dialog for a link with `?new=<name>`; with null as name the link has to wait. The parameter is removed at
 * once, so that Back does not open the dialog again.
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
