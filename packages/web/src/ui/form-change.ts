import { createContext, useContext } from 'react'

/**
 * Tells the form around an input that its value has changed. Forms notice typed text by the events of the browser,
 * but picking a value from a list or a calendar causes no such event.
 */
export const FormChange = createContext<() => void>(() => undefined)

export const useFormChange = (): (() => void) => useContext(FormChange)
