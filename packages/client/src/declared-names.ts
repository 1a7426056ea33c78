import { freshName } from './external-name.ts'
import type { ApplyData } from './types.ts'

/** A record that a file can name. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
  readonly external_id: string | null
}

/** A reference to an object that the file does not declare; the field is therefore left out. */
export interface OmittedReference {
  readonly section: keyof ApplyData
  readonly external_id: string
  readonly field: 'group' | 'scope' | 'conditions' | 'contacts' | 'event' | 'service' | 'status_page'
  /** The referenced object, such as `#12 Shops`. */
  readonly to: string
}

/** Returns the records that have a name in the file, with the fields that the file calls the same as the API. */
export const toItems = <Item extends NamedRecord, Name extends string>(
  names: ReadonlyMap<number, string>,
  records: readonly Item[],
  fields: readonly Name[],
) =>
  records.flatMap((each) => {
    const external_id = names.get(each.id)
    return external_id === undefined ? [] : [{ each, declared: { external_id, ...pickFields(each, fields) } }]
  })

/** Returns the label of an object, such as `#12 Shops`. */
export const formatReference = (id: number, records: readonly NamedRecord[]): string =>
  [`#${id}`, records.find((each) => each.id === id)?.name].filter(Boolean).join(' ')

const pickFields = <From extends object, Name extends string>(from: From, names: readonly Name[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name as Name))) as Pick<
    From,
    Name & keyof From
  >

/** Returns the names of objects in the file: their external ids, else names derived from their display names. */
export function assignNames(records: readonly NamedRecord[], all: boolean): ReadonlyMap<number, string> {
  const items = records.filter((each) => all || each.external_id !== null)
  const takenNames = new Set(items.flatMap(({ external_id }) => external_id ?? []))
  return new Map(items.map(({ id, name, external_id }) => [id, external_id ?? freshName(name, takenNames)]))
}
