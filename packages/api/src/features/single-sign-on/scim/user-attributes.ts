import { type PatchOperation, removeSchemaPrefix, requireObject, toBoolean, toShortText } from './requests.ts'
import { ScimError } from './scim-error.ts'

/** The attributes of a user that we keep; undefined stays as it is. */
export interface UserAttributes {
  readonly userName?: string
  readonly externalId?: string
  readonly name?: string
  readonly email?: string
  readonly active?: boolean
}

/** Reads the attributes of a user from a resource. Attributes that we do not keep are ignored. */
export function readUser(body: unknown): UserAttributes {
  const given = lowerKeys(requireObject(body))
  const name = readName(given)
  const email = readEmail(given['emails'])
  return {
    ...('username' in given && { userName: toShortText(given['username'], 'userName') }),
    ...(given['externalid'] != null && { externalId: toShortText(given['externalid'], 'externalId') }),
    ...(name !== undefined && { name: name.slice(0, 255) }),
    ...(email !== undefined && { email }),
    ...('active' in given && { active: toBoolean(given['active']) }),
  }
}

/** Reads the changes of a PATCH as attributes. */
export function patchUser(operations: readonly PatchOperation[]): UserAttributes {
  return Object.assign({}, ...operations.map(readOperation))
}

function readOperation({ op, path, value }: PatchOperation): UserAttributes {
  const attribute = path.toLowerCase()
  if (op === 'remove') {
    if (required.has(attribute)) throw new ScimError(400, `${path} cannot be removed.`, 'mutability')
    return {}
  }
  if (attribute === '') return readUser(Object.fromEntries(Object.entries(requireObject(value)).map(nest)))
  if (/^emails\[.*\]\.value$/.test(attribute)) return readUser({ emails: [{ value, primary: true }] })
  return readUser(Object.fromEntries([nest([attribute, value])]))
}

const required = new Set(['username', 'externalid', 'active', 'emails'])

/** `name.formatted: x` is `name: { formatted: x }`. */
const nest = ([key, value]: [string, unknown]): [string, unknown] => {
  const [outer = '', inner] = removeSchemaPrefix(key).toLowerCase().split('.')
  return inner === undefined ? [outer, value] : [outer, { [inner]: value }]
}

const lowerKeys = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [removeSchemaPrefix(key).toLowerCase(), value]))

function readName(given: Readonly<Record<string, unknown>>): string | undefined {
  const { formatted, givenname, familyname } = lowerKeys(given['name'] == null ? {} : requireObject(given['name']))
  const parts = [givenname, familyname]
  const whole = parts.every((part) => typeof part === 'string' && part !== '') ? parts.join(' ') : undefined
  return [given['displayname'], formatted, whole].find((name) => typeof name === 'string' && name !== '') as
    | string
    | undefined
}

function readEmail(emails: unknown): string | undefined {
  if (emails == null) return undefined
  if (!Array.isArray(emails)) throw new ScimError(400, 'emails is a list.', 'invalidValue')
  const all = emails.map((each) => lowerKeys(requireObject(each)))
  const chosen = all.find(({ primary }) => primary === true || primary === 'true') ?? all[0]
  return chosen === undefined ? undefined : toShortText(chosen['value'], 'emails.value')
}
