import { text } from '@wachta/resource/field'

/** The text of an update. */
export const updateText = (description: string) => text({ min: 1, max: 10_000, description })
