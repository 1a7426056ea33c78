import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'

/** So long a hand that types may rest before the address follows. */
const moment = 400

type Place = '/' | '/services' | '/audit'

/** What is chosen stands in the address too, a little later than it is typed, so that it can be sent on. */
export function useAddress(to: Place, chosen: Readonly<Record<string, string | null | undefined>>): void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const text = JSON.stringify(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)))
  const search = useMemo(() => JSON.parse(text), [text])
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever is on the way to another screen, which is still being loaded, is not called back.
      if (history.location.pathname === to) void navigate({ to, search, replace: true, resetScroll: false })
    }, moment)
    return () => clearTimeout(timer)
  }, [to, search, history, navigate])
}
