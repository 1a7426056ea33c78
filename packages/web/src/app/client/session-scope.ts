import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { sessionQuery } from './me.ts'

/** Whether the session has the scope `administrator`. */
export const useIsAdministrator = (): boolean => useOpenSession()?.scope === 'administrator'

/** Whether the user observes another account, and may change nothing. */
export const useIsObserver = (): boolean => typeof useOpenSession()?.observer_id === 'number'

function useOpenSession() {
  const { session } = useSession()
  return useQuery({ ...sessionQuery(session?.id ?? 0), enabled: session !== null }).data
}
