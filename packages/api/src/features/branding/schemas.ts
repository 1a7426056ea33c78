import { maxLogoBytes } from '@wachta/paper'
import { closed, nameSchema } from '@wachta/resource'
import { id, nullable, text } from '@wachta/resource/field'
import { type TSchema, Type } from 'typebox'

/** Base64 takes four characters for three bytes. */
const toEncodedLength = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** A picture that people upload; null if there is none. */
export const buildPictureSchema = (description: string, maxBytes = maxLogoBytes) =>
  Type.Unsafe<Logo | null>({
    type: ['object', 'null'],
    description,
    properties: {
      media_type: text({ enum: ['image/png', 'image/jpeg', 'image/svg+xml'] }).schema,
      content: text({
        min: 4,
        max: toEncodedLength(maxBytes),
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: `The file in base64; at most ${maxBytes / 1024} KiB and 4 million pixels.`,
      }).schema,
    },
    required: ['media_type', 'content'],
    additionalProperties: false,
  })

const buildColourField = (description: string) => text({ pattern: '^#[0-9a-fA-F]{6}$', description })

/** A URL without credentials, because it is published in documents. */
export const contactUrlPattern = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s@]+$/

const contactFields = {
  contact_text: nullable(text({ min: 1, max: 200, description: 'For example, whom to contact and when.' })).schema,
  contact_email_address: nullable(
    text({ min: 1, max: 200, pattern: '^[^\\s@<>"(),:;]+@[^\\s@<>"(),:;]+\\.[^\\s@<>"(),:;]+$' }),
  ).schema,
  contact_phone_number: nullable(text({ min: 1, max: 50 })).schema,
  contact_url: nullable(
    text({
      min: 1,
      max: 200,
      pattern: contactUrlPattern.source,
      description: 'With `https` or `http`, without credentials.',
    }),
  ).schema,
}

const settings = {
  name: nullable(text({ min: 1, max: 100, description: 'Null: inherited, together with the logo.' })).schema,
  logo: buildPictureSchema(
    'PNG, JPEG or self-contained SVG; mail programs show no SVG. Null: inherited, together with the name.',
  ),
  accent_colour: nullable(buildColourField('Such as `#1f5bc4`. Null: inherited.')).schema,
  ...contactFields,
}

/** The values that an account has set itself. */
export const brandingSchema = nameSchema('branding', Type.Object({ account_id: id().schema, ...settings }, closed))

const makeOptional = (schemas: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)]))

export const brandingUpdateSchema = nameSchema(
  'branding_update_data',
  Type.Object({ account_id: Type.Optional(id().schema), ...makeOptional(settings) }, closed),
)

/** The effective branding: every colour is set, and is readable on its background. */
export const effectiveBrandingSchema = nameSchema(
  'effective_branding',
  Type.Object(
    {
      account_id: id().schema,
      name: text({ description: 'The name of the account if none is set.' }).schema,
      logo: buildPictureSchema('Null if there is none.'),
      accent_colour: buildColourField('As it was chosen, or the default.').schema,
      band_colour: buildColourField(
        'For areas: the accent colour, darker if neither white nor dark text could be read on it.',
      ).schema,
      on_band_colour: buildColourField('For text on such areas.').schema,
      text_colour: buildColourField('For text and lines on white: the accent colour, darker if needed.').schema,
      text_on_dark_colour: buildColourField('For text and lines on dark pages: the accent colour, lighter if needed.')
        .schema,
      ...contactFields,
      inherited: Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['identity', 'accent_colour', 'contact'] }), {
        description:
          'The parts that come from the reseller: `identity` is name and logo, `contact` all contact details.',
      }),
    },
    closed,
  ),
)

export interface Logo {
  readonly media_type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  readonly content: string
}

/** A change; omitted fields keep their values. */
export interface BrandingChange {
  readonly account_id?: number
  readonly name?: string | null
  readonly logo?: Logo | null
  readonly accent_colour?: string | null
  readonly contact_text?: string | null
  readonly contact_email_address?: string | null
  readonly contact_phone_number?: string | null
  readonly contact_url?: string | null
}
