import { isDeepStrictEqual } from 'node:util'
import {
  type Call,
  closed,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  requirePermission,
} from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { checkUploadedLogo, digestPicture } from '../branding/rules.ts'
import { buildPictureSchema, type Logo } from '../branding/schemas.ts'
import { statusPage } from './status-page.ts'

const maxFaviconBytes = 64 * 1024
const kinds = ['logo', 'favicon'] as const

type Pictures = Readonly<Record<(typeof kinds)[number], Logo | null>>

const schemas = {
  logo: buildPictureSchema('PNG, JPEG or self-contained SVG. Null: that of the branding of the account.'),
  favicon: buildPictureSchema('The icon in the browser tab. Null: none.', maxFaviconBytes),
}

const common = { tag: 'status_pages', access: 'customer', path: '/status_pages/{_id}/pictures' } as const

const readPictures: Operation = {
  ...common,
  id: 'read_status_page_pictures',
  method: 'GET',
  summary: 'Logo and favicon that a status page has itself.',
  on: { resource: 'status_page', flag: 'read' },
  status: 200,
  result: nameSchema('status_page_pictures', Type.Object({ status_page_id: id().schema, ...schemas }, closed)),
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    await requirePermission({ resource: statusPage, key }, 'read', call)
    return { value: { status_page_id: key, ...(await findPictures(key, call)) } }
  },
}

const updatePictures: Operation = {
  ...common,
  id: 'update_status_page_pictures',
  method: 'PUT',
  summary: 'Change the logo and favicon of a status page. Omitted fields stay unchanged.',
  on: { resource: 'status_page', flag: 'update' },
  body: nameSchema(
    'status_page_pictures_update_data',
    Type.Object({ logo: Type.Optional(schemas.logo), favicon: Type.Optional(schemas.favicon) }, closed),
  ),
  status: 204,
  // Validating a picture takes a second, during which no transaction should be open.
  slow: true,
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    const change = call.body as Partial<Pictures>
    await requirePermission({ resource: statusPage, key }, 'update', call)
    const stored = await findPictures(key, call)
    for (const kind of kinds) {
      const picture = change[kind]
      if (picture && !isDeepStrictEqual(picture, stored[kind])) await checkUploadedLogo(picture, `data.${kind}`)
    }
    return call.transaction((tx) => storePictures(key, change, tx))
  },
}

/** The operations on the pictures of a page, which the resource does not contain: lists of pages would be huge. */
export const pictureOperations: readonly Operation[] = [readPictures, updatePictures]

async function findPictures(key: number, { db }: Call): Promise<Pictures> {
  const [found] = await db.query(sql<Pictures>`select logo, favicon from status_page where id = ${key}`)
  return found ?? reject('not_found')
}

async function storePictures(key: number, change: Partial<Pictures>, call: Call): Promise<undefined> {
  const { owner_id } = await lockRow({ resource: statusPage, key }, 'update', call)
  const before = await findPictures(key, call)
  const after = { ...before, ...change }
  await call.db.query(sql`update status_page set logo = ${toJson(after.logo)}, favicon = ${toJson(after.favicon)}
where id = ${key}`)
  await call.record({
    resource: 'status_page',
    id: key,
    accountId: Number(owner_id),
    before: toAuditValues(before),
    after: toAuditValues(after),
  })
  return undefined
}

const toJson = (picture: Logo | null): string | null => (picture === null ? null : JSON.stringify(picture))

const toAuditValues = ({ logo, favicon }: Pictures) => ({ logo: digestPicture(logo), favicon: digestPicture(favicon) })
