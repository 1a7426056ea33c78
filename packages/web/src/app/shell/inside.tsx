import { Outlet } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'

/** Mounts all screens again for another session: their content may belong to another account. */
export function Inside() {
  const { session } = useSession()
  return session && <Outlet key={session.id} />
}
