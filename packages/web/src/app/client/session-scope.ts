import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { sessionQuery } from './me.ts'

/** Whether the session has the scope `administrator`. */
export function useIsAdministrator(): boolean {
  const { session } = useSession()
  const { data } = useQuery({ ...sessionQuery(session?.id ?? 0), enabled: session !== null })
  return data?.scope === 'administrator'
}
