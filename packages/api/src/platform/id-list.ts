import { type Call, closed, nameSchema } from '@wachta/resource'
import { idList } from '@wachta/resource/field'
import { Type } from 'typebox'

/** The body of a bulk operation that takes only the ids of rows. */
export const idListData = nameSchema('id_list', Type.Object({ ids: idList().schema }, closed))

export const readChosenIds = ({ body }: Pick<Call, 'body'>) => ({
  ids: (body as { readonly ids: readonly number[] }).ids,
  fieldPath: 'data.ids',
})
