import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for a moment (debounce), so that intermediate values cause no requests. */
export function useRested<T>(value: T, moment = 300): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), moment)
    return () => clearTimeout(timer)
  }, [value, moment])
  return rested
}
