import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** The forms on the screen that have changes. */
let changed: ReadonlySet<symbol> = new Set()
const listeners = new Set<() => void>()

/** Whether a form on the screen has changes that are not saved. */
export const hasUnsaved = (): boolean => changed.size > 0

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function update(next: ReadonlySet<symbol>): void {
  changed = next
  for (const listener of listeners) listener()
}

const forget = (form: symbol): void => update(new Set([...changed].filter((each) => each !== form)))

/**
 * Guards a form while it has changes: leaving the screen or closing the tab asks first. Returns a function that ends
 * the guard at once, for a form that leaves by itself after saving.
 */
export function useUnsavedMark(isChanged: boolean): () => void {
  const [form] = useState(() => Symbol('form'))
  useEffect(() => {
    if (!isChanged) return
    update(new Set([...changed, form]))
    return () => forget(form)
  }, [form, isChanged])
  return () => forget(form)
}

/**
 * Guards a form while its values differ from the saved ones, at first those of the first rendering. Returns a function
 * to call when the values of this rendering are saved; what was entered since stays unsaved.
 */
export function useUnsaved(values: unknown): () => void {
  const current = toComparable(values)
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])
  const [saved, setSaved] = useState(current)
  const forgetForm = useUnsavedMark(current !== saved)
  return () => {
    setSaved(current)
    if (latest.current === current) forgetForm()
  }
}

/** Returns equal texts for equal values. Sets and maps would be empty objects in JSON. */
export const toComparable = (values: unknown): string =>
  JSON.stringify(values, (_name, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value,
  )

/**
 * Returns the given record, but while a form has unsaved changes, the version that the form was filled from: a newer
 * version would overwrite what was entered.
 */
export function useHeldRecord<Kept extends { readonly id?: number }>(record: Kept): Kept {
  const isUnsaved = useHasUnsaved()
  const [held, setHeld] = useState(record)
  if (held === record || (isUnsaved && held.id === record.id)) return held
  setHeld(record)
  return record
}

/** Guards a form from the first change of a field, which bubbles up to `onChange` of the form, until `reset`. */
export function useTouched() {
  const [isTouched, setTouched] = useState(false)
  const forgetForm = useUnsavedMark(isTouched)
  return {
    isTouched,
    onChange: () => setTouched(true),
    reset: () => {
      setTouched(false)
      forgetForm()
    },
  }
}
