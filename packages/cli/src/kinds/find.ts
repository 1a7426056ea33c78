import { type Client, hasSymbol } from '@wachta/client'
import { CommandError } from '../frame/command.ts'
import { findKind, getKindLabel } from './kinds.ts'

/** The maximum number of records that an error lists if a name is ambiguous or not found. */
const maxListed = 10

export interface FoundRecord {
  readonly id: number | string
  readonly name: string
}

/** The fields in which a name is looked up, in this order. Kinds that are not listed use only `name`. */
const nameFields: Readonly<Record<string, readonly string[]>> = {
  accounts: ['username', 'name'],
  'status-pages': ['slug', 'title'],
}

/** No record has the given name. */
export class NotFoundError extends CommandError {
  readonly hasSimilar: boolean

  constructor(kind: string, word: string, similar: readonly FoundRecord[]) {
    super(similar.length > 0 ? describeSimilar(kind, word, similar) : suggestList(kind, word))
    this.hasSimilar = similar.length > 0
  }
}

/**
 * Finds one record by its name; an id is returned without a request. If several have the name, the error lists them.
 */
export async function findOne(client: Client, kindName: string, word: string): Promise<FoundRecord> {
  const kind = findKind(kindName)
  if (kind.hasStringIds && /^[a-z0-9_]+$/.test(word)) return { id: word, name: word }
  if (/^[1-9]\d*$/.test(word)) return { id: Number(word), name: word }
  const fields = nameFields[kind.name] ?? ['name']
  for (const field of fields) {
    const exact = await findByName(client, kind.list, { field, condition: `equals:${word}` })
    if (exact === undefined) return { id: word, name: word }
    if (exact.length === 1 && exact[0]) return exact[0]
    if (exact.length > 1)
      throw new CommandError({
        en: `Several records are named "${word}". Give the id of one:\n${formatList(exact)}`,
        pl: `Nazwę „${word}” ma kilka rekordów. Podaj identyfikator jednego z nich:\n${formatList(exact)}`,
      })
  }
  const similar =
    (await findByName(client, kind.list, { field: fields[0] ?? 'name', condition: `contains:${word}` })) ?? []
  throw new NotFoundError(kind.name, word, similar)
}

/** A service by its id or its name. */
export async function findService(client: Client, word: string): Promise<{ id: number; name: string }> {
  const { id, name } = await findOne(client, 'services', word)
  return { id: Number(id), name }
}

/** The filter on the field that identifies a record. */
interface NameFilter {
  readonly field: string
  readonly condition: string
}

/** Finds records by a condition on a field; undefined if their kind does not have this field. */
async function findByName(
  client: Client,
  list: 'list_services',
  { field, condition }: NameFilter,
): Promise<FoundRecord[] | undefined> {
  const query = { [`filter.${field}`]: condition, limit: maxListed, sort: field }
  try {
    const { items } = await client.list(list, { query: query as object })
    return items.map((item) => ({ id: item.id, name: String((item as unknown as Record<string, unknown>)[field]) }))
  } catch (error) {
    if (hasSymbol(error, 'unknown_field')) return undefined
    throw error
  }
}

const formatList = (all: readonly FoundRecord[]): string =>
  all.map(({ id, name }) => `  ${id}  ${name.replaceAll('\n', ' ')}`).join('\n')

const describeSimilar = (kind: string, word: string, similar: readonly FoundRecord[]) => ({
  en: `${describeNotFound(kind, word).en} Did you mean:\n${formatList(similar)}`,
  pl: `${describeNotFound(kind, word).pl} Czy chodziło o:\n${formatList(similar)}`,
})

const suggestList = (kind: string, word: string) => ({
  en: `${describeNotFound(kind, word).en} See: wachta list ${getKindLabel(kind)}`,
  pl: `${describeNotFound(kind, word).pl} Zobacz: wachta list ${getKindLabel(kind)}`,
})

const describeNotFound = (kind: string, word: string) => ({
  en: `There is no "${word}" among the ${getKindLabel(kind).replaceAll('-', ' ')}.`,
  pl: `Nie znaleziono „${word}” (${getKindLabel(kind)}).`,
})
