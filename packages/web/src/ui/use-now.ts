import { useEffect, useState } from 'react'

/** The current time, updated periodically. */
export function useNow(intervalMs = 10_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
