import type { Message } from './message.ts'

type Kind = Message['kind']

const colours: Readonly<Record<Kind, number>> = { start: 0xd32f2f, end: 0x2e7d32, test: 0x1565c0, code: 0x1565c0 }

/** Red for a start, green for an end, blue for the rest. */
export function getColour(kind: Kind): number {
  return colours[kind]
}

export function getHexColour(kind: Kind): string {
  return `#${colours[kind].toString(16).padStart(6, '0')}`
}

/** Truncates a text without splitting a character. */
export function truncate(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const cut = text.slice(0, maximum)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
