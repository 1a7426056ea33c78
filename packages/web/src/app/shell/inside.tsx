import { Outlet } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'

/** Another session begins with nothing on the screen: what stood there may belong to another account. */
export function Inside() {
  const { session } = useSession()
  return session && <Outlet key={session.id} />
}
