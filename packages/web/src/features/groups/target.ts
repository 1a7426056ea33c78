/** Thrown if the text of a target is not a number; shown at the field. */
export class UnreadableTarget extends Error {
  override readonly name = 'UnreadableTarget'
}

/** Converts the typed service level target, with a decimal point or comma; empty is null. */
export function parseLevelTarget(text: string): number | null {
  const typed = text.replace('%', '').trim().replace(',', '.')
  if (typed === '') return null
  if (!/^\d+(?:\.\d*)?$/.test(typed)) throw new UnreadableTarget(text)
  return Number(typed)
}

export const toTargetText = (target: number | null): string => (target === null ? '' : String(target))
