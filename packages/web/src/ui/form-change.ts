import { createContext, useContext } from 'react'

/**
 * Tells the form around an input that its value has changed. Forms notice what is typed by the events of the browser,
 * and there is none when a value is picked from a list or a calendar.
 */
export const FormChange = createContext<() => void>(() => undefined)

export const useFormChange = (): (() => void) => useContext(FormChange)
