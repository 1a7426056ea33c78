import { type PatchOperation, removeSchemaPrefix, requireObject, toBoolean, toShortText } from './requests.ts'
import { ScimError } from './scim-error.ts'

/** The attributes of a user that we keep. In a change, missing ones stay unchanged. */
export interface UserAttributes {
  readonly userName?: string
  readonly externalId?: string
  readonly name?: string
  readonly email?: string
  readonly active?: boolean
}

/** Reads the attributes of a user from a resource. Attributes that we do not keep are ignored. */
export function readUser(body: unknown): UserAttributes {
  const attributes = lowerKeys(requireObject(body))
  const name = readName(attributes)
  const email = readEmail(attributes['emails'])
  return {
    ...('username' in attributes && { userName: toShortText(attributes['username'], 'userName') }),
    ...(attributes['externalid'] != null && { externalId: toShortText(attributes['externalid'], 'externalId') }),
    ...(name !== undefined && { name: name.slice(0, 255) }),
    ...(email !== undefined && { email }),
    ...('active' in attributes && { active: toBoolean(attributes['active']) }),
  }
}

/** Reads the changes of a PATCH as attributes. */
export function patchUser(operations: readonly PatchOperation[]): UserAttributes {
  return Object.assign({}, ...operations.map(readOperation))
}

function readOperation({ op, path, value }: PatchOperation): UserAttributes {
  const attribute = path.toLowerCase()
  if (op === 'remove') {
    if (requiredAttributes.has(attribute)) throw new ScimError(400, `${path} cannot be removed.`, 'mutability')
    return {}
  }
  if (attribute === '') return readUser(Object.fromEntries(Object.entries(requireObject(value)).map(nestAttribute)))
  if (/^emails\[.*\]\.value$/.test(attribute)) return readUser({ emails: [{ value, primary: true }] })
  return readUser(Object.fromEntries([nestAttribute([attribute, value])]))
}

const requiredAttributes = new Set(['username', 'externalid', 'active', 'emails'])

/** `name.formatted: x` is `name: { formatted: x }`. */
const nestAttribute = ([key, value]: [string, unknown]): [string, unknown] => {
  const [outer = '', inner] = removeSchemaPrefix(key).toLowerCase().split('.')
  return inner === undefined ? [outer, value] : [outer, { [inner]: value }]
}

const lowerKeys = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [removeSchemaPrefix(key).toLowerCase(), value]))

function readName(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { formatted, givenname, familyname } = lowerKeys(
    attributes['name'] == null ? {} : requireObject(attributes['name']),
  )
  const parts = [givenname, familyname]
  const fullName = parts.every((part) => typeof part === 'string' && part !== '') ? parts.join(' ') : undefined
  return [attributes['displayname'], formatted, fullName].find((name) => typeof name === 'string' && name !== '') as
    | string
    | undefined
}

function readEmail(emails: unknown): string | undefined {
  if (emails == null) return undefined
  if (!Array.isArray(emails)) throw new ScimError(400, 'emails must be a list.', 'invalidValue')
  const all = emails.map((each) => lowerKeys(requireObject(each)))
  const chosen = all.find(({ primary }) => primary === true || primary === 'true') ?? all[0]
  return chosen === undefined ? undefined : toShortText(chosen['value'], 'emails.value')
}
