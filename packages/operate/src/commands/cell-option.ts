/** An option that names a cell. */
export const cellOption = (en: string, pl: string) =>
  ({ kind: 'text', value: 'CELL', required: true, summary: { en, pl } }) as const
