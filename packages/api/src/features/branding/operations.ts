import { isDeepStrictEqual } from 'node:util'
import { defaultAccentColour, deriveColours } from '@wachta/domain/brand-colours'
import {
  type Call,
  lockRow,
  type Operation,
  parseKey,
  reject,
  requirePermission,
  type StatementRunner,
} from '@wachta/resource'
import { sql } from 'kysely'
import { account } from '../accounts/account.ts'
import { checkUploadedLogo, digestPicture, findBrandingViolations } from './rules.ts'
import { type BrandingChange, brandingSchema, brandingUpdateSchema, effectiveBrandingSchema } from './schemas.ts'

const fields = [
  'name',
  'logo',
  'accent_colour',
  'contact_text',
  'contact_email_address',
  'contact_phone_number',
  'contact_url',
] as const

/** Groups of fields that are inherited as a whole: name and logo, the colour, all contact details. */
const brandingParts = ['identity', 'accent_colour', 'contact'] as const

type Branding = Required<Omit<BrandingChange, 'account_id'>>

/** The operations on branding: how an account presents itself to others, for example in reports. */
export const brandingOperations = (): Operation[] => [readBranding, updateBranding, deleteBranding, readEffective]

const path = '/accounts/{_id}/branding'
const common = { tag: 'accounts', access: 'customer', path } as const
const managePermission = { resource: 'account', flag: 'manage_branding' } as const

const readBranding: Operation = {
  ...common,
  id: 'read_account_branding',
  method: 'GET',
  summary: 'Branding that an account has set itself; null is inherited from its reseller.',
  on: { resource: 'account', flag: 'read' },
  status: 200,
  result: brandingSchema,
  async handle(call) {
    const id = await requireReadableAccount(call)
    return { value: { account_id: id, ...(await findBranding(call.db, id)) } }
  },
}

const readEffective: Operation = {
  ...common,
  id: 'read_account_effective_branding',
  method: 'GET',
  path: `${path}/effective`,
  summary: 'Branding that is shown for an account: its own, that of its reseller, or the default.',
  on: { resource: 'account', flag: 'read' },
  status: 200,
  result: effectiveBrandingSchema,
  async handle(call) {
    const id = await requireReadableAccount(call)
    const [found] = await call.db.query(
      sql<{ branding: Branding & { inherited: string[] } }>`select effective_branding(${id}) as branding`,
    )
    const { inherited, ...branding } = found?.branding ?? reject('not_found')
    const accent = branding.accent_colour ?? defaultAccentColour
    const colours = deriveColours(accent)
    return {
      value: {
        account_id: id,
        ...branding,
        accent_colour: accent,
        band_colour: colours.band,
        on_band_colour: colours.onBand,
        text_colour: colours.accent,
        text_on_dark_colour: colours.accentOnDark,
        inherited: brandingParts.filter((part) => inherited.includes(part)),
      },
    }
  },
}

const updateBranding: Operation = {
  ...common,
  id: 'update_account_branding',
  method: 'PUT',
  summary: 'Change the branding of an account. Omitted fields stay unchanged.',
  on: managePermission,
  body: brandingUpdateSchema,
  check: (body) => findBrandingViolations(body as BrandingChange),
  status: 204,
  // Validating a logo takes a second, during which no transaction should be open.
  slow: true,
  async handle(call) {
    const id = Number(parseKey(account, call))
    const change = call.body as BrandingChange
    await requirePermission({ resource: account, key: id }, managePermission.flag, call)
    if (change.account_id !== undefined && change.account_id !== id) reject('read_only_field', 'data.account_id')
    const stored = await findBranding(call.db, id)
    if (change.logo && !isDeepStrictEqual(change.logo, stored.logo)) await checkUploadedLogo(change.logo)
    return call.transaction((tx) => storeBranding(id, change, tx))
  },
}

const deleteBranding: Operation = {
  ...common,
  id: 'delete_account_branding',
  method: 'DELETE',
  summary: 'Delete the branding of an account: everything is inherited again.',
  on: managePermission,
  status: 204,
  async handle(call) {
    const id = Number(parseKey(account, call))
    await lockRow({ resource: account, key: id }, managePermission.flag, call)
    const before = await findBranding(call.db, id)
    const [deleted] = await call.db.query(sql`delete from branding where account_id = ${id} returning account_id`)
    if (!deleted) reject('not_found')
    await call.record({ resource: 'branding', id, accountId: id, before: toAuditState(before), after: null })
    return undefined
  },
}

async function requireReadableAccount(call: Call): Promise<number> {
  const id = Number(parseKey(account, call))
  await requirePermission({ resource: account, key: id }, 'read', call)
  return id
}

async function findBranding(db: StatementRunner, id: number): Promise<Branding> {
  const [found] =
    await db.query(sql<Branding>`select name, accent_colour, contact_text, contact_email_address, contact_phone_number, contact_url,
  case when logo is not null then json_build_object('media_type', logo_media_type, 'content', translate(encode(logo, 'base64'), E'\n', '')) end as logo
from branding where account_id = ${id}`)
  const emptyBranding = Object.fromEntries(fields.map((field) => [field, null])) as unknown as Branding
  return { ...emptyBranding, ...found }
}

async function storeBranding(id: number, change: BrandingChange, call: Call): Promise<undefined> {
  await lockRow({ resource: account, key: id }, managePermission.flag, call)
  const before = await findBranding(call.db, id)
  const given = Object.fromEntries(fields.flatMap((field) => (field in change ? [[field, change[field]]] : [])))
  const after = { ...before, ...given } as Branding
  const picture = after.logo === null ? null : Buffer.from(after.logo.content, 'base64')
  await call.db.query(sql`insert into branding
  (account_id, name, logo, logo_media_type, accent_colour, contact_text, contact_email_address, contact_phone_number, contact_url)
values (${id}, ${after.name}, ${picture}, ${after.logo?.media_type ?? null}, ${after.accent_colour?.toLowerCase() ?? null},
  ${after.contact_text}, ${after.contact_email_address}, ${after.contact_phone_number}, ${after.contact_url})
on conflict (account_id) do update set name = excluded.name, logo = excluded.logo, logo_media_type = excluded.logo_media_type,
  accent_colour = excluded.accent_colour, contact_text = excluded.contact_text, contact_email_address = excluded.contact_email_address,
  contact_phone_number = excluded.contact_phone_number, contact_url = excluded.contact_url`)
  await call.record({
    resource: 'branding',
    id,
    accountId: id,
    before: toAuditState(before),
    after: toAuditState(after),
  })
  return undefined
}

/** The audit log gets a digest of the logo instead of the picture. */
const toAuditState = ({ logo, ...others }: Branding) => ({ ...others, logo: digestPicture(logo) })
