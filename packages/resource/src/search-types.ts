import type { FilterType } from './filters.ts'

export interface FilterElement {
  readonly type: FilterType
  readonly argument: unknown
}

export interface SearchRequest {
  readonly fields?: readonly string[]
  readonly embed?: readonly string[]
  readonly filters?: Readonly<Record<string, readonly FilterElement[]>>
  readonly query?: string
  readonly sort?: readonly { readonly field: string; readonly order?: 'ascending' | 'descending' }[]
  readonly limit?: number
  readonly offset?: number
}
