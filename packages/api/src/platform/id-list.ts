import { type Call, closed, named } from '@wachta/resource'
import { idList } from '@wachta/resource/field'
import { Type } from 'typebox'

/** The body of a bulk operation that needs nothing but to know which rows. */
export const idListData = named('id_list', Type.Object({ ids: idList().schema }, closed))

export const chosen = ({ body }: Pick<Call, 'body'>) => ({
  ids: (body as { readonly ids: readonly number[] }).ids,
  at: 'data.ids',
})
