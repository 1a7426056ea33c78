import { toOneLine } from './one-line.ts'

/** Parses a selector such as `Log in[role="button"]`. */
export function readAriaSelector(text: string): { readonly name: string; readonly role: string | undefined } {
  const [, name = text, role] = /^(.*)\[role="([a-z]+)"\]$/is.exec(text) ?? []
  return { name: toOneLine(name), role: toAriaRole(role) }
}

/** Writes such a selector; undefined if the end of a name without role would be read as a role. */
export function writeAriaSelector(name: string, role?: string): string | undefined {
  if (role !== undefined) return `${name}[role="${role}"]`
  return readAriaSelector(name).role === undefined ? name : undefined
}

/** Chromium uses some non-standard role names. */
const toAriaRole = (role: string | undefined): string | undefined => (role === 'image' ? 'img' : role)

/** The roles that users can distinguish; Chromium has others that are in no standard. */
export const ariaRoles: ReadonlySet<string> = new Set(
  (
    'alert alertdialog article banner blockquote button caption cell checkbox code columnheader combobox complementary ' +
    'contentinfo definition dialog document emphasis feed figure form grid gridcell group heading img link list listbox ' +
    'listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note option ' +
    'paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider ' +
    'spinbutton status strong switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
)
