import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a moment: what a hand that still moves passes over is not worth a question. */
export function useRested<T>(value: T, moment = 300): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), moment)
    return () => clearTimeout(timer)
  }, [value, moment])
  return rested
}
