import { useEffect, useState } from 'react'

/** The value once it has not changed for `delay` milliseconds (debounce). */
export function useSettled<Value>(value: Value, delay: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
