import { useEffect, useState } from 'react'

/** The present, as often as is worth drawing anew. */
export function useNow(every = 10_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
