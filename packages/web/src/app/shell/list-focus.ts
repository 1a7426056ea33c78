/** The rows of tables, or of named lists on screens without a table. */
const tableRowSelector = 'tbody > tr'
const listRowSelector = ':is(ul, ol):is([aria-label], [aria-labelledby]) > li'

/**
 * Moves the focus to the link of the next or previous row of the list on the screen, where Enter opens it. Without a
 * focused row it goes to the first one that is visible.
 */
export function moveInList(step: 1 | -1, within: HTMLElement | null): void {
  if (within === null) return
  const tableRows = findRows(within, tableRowSelector)
  const rows = tableRows.length > 0 ? tableRows : findRows(within, listRowSelector)
  const current = rows.findIndex(({ row }) => row.contains(document.activeElement))
  const next = current === -1 ? rows.find(({ row }) => row.getBoundingClientRect().top >= 0) : rows[current + step]
  next?.link.focus()
}

function findRows(within: HTMLElement, selector: string) {
  return [...within.querySelectorAll<HTMLElement>(selector)].flatMap((row) => {
    const link =
      row.querySelector<HTMLElement>('a[data-primary]') ??
      row.querySelector<HTMLElement>('a[href]') ??
      row.querySelector<HTMLElement>('button:not(:disabled)')
    return link?.checkVisibility() ? [{ row, link }] : []
  })
}
