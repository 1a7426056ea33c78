import type { Language } from '@wachta/domain'

/** A page, as far as its subscribers are concerned. */
export interface SubscribedPage {
  readonly id: number
  readonly owner_id: number
  readonly title: string
  readonly languages: readonly Language[]
  readonly components: readonly { readonly id: number; readonly publicId: string; readonly name: string }[]
}
