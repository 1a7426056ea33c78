import type { StatusPage, StatusPageCreateData } from '@wachta/client'
import type { StatusPageValues } from './page-values.ts'

interface VisibilityEntry {
  readonly id: StatusPage['visibility']
  /** The field that `AccessFields` shows for this visibility. */
  readonly field?: 'allowedAddresses' | 'password' | 'link' | 'visitorAccounts'
  /** Returns the settings of this visibility for the API. */
  readonly toData: (values: StatusPageValues) => Partial<StatusPageCreateData>
  /**
   * Empty values for these settings, sent while another visibility is chosen: the API rejects settings without effect.
   */
  readonly resetData: Partial<StatusPageCreateData>
}

const withoutSettings = { toData: () => ({}), resetData: {} }

/**
 * Who may open a page. To add a visibility, add an entry here and the texts `visibility.<id>` and
 * `visibilityHint.<id>`.
 */
export const visibilities: readonly VisibilityEntry[] = [
  { id: 'public', ...withoutSettings },
  { id: 'unlisted', ...withoutSettings },
  {
    id: 'addresses',
    field: 'allowedAddresses',
    toData: ({ allowedAddresses }) => ({ allowed_addresses: parseAddresses(allowedAddresses) }),
    resetData: { allowed_addresses: [] },
  },
  { id: 'password', field: 'password', ...withoutSettings },
  { id: 'link', field: 'link', ...withoutSettings },
  {
    id: 'users',
    field: 'visitorAccounts',
    toData: ({ visitorAccounts }) => ({ visitor_account_ids: visitorAccounts.map(Number) }),
    resetData: { visitor_account_ids: [] },
  },
]

export const getVisibilityData = (values: StatusPageValues): Partial<StatusPageCreateData> =>
  Object.assign(
    { visibility: values.visibility },
    ...visibilities.map(({ id, toData, resetData }) => (id === values.visibility ? toData(values) : resetData)),
  )

/** Parses IP addresses and networks separated by white space, commas or semicolons. */
const parseAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
