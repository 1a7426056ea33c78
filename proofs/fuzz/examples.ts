import { createSensorKeys } from '@wachta/bus'
import { channel, channels } from '@wachta/channels'
import { buildSettingsSchema, canRun, checkTypes, listSecretSettingKeys, settingsFormats } from '@wachta/checks'
import { eventKinds } from '@wachta/events'
import { compileSchema, type Operation, type Validate } from '@wachta/resource'
import type { Random } from './random.ts'
import { canary, stepsOf, templateChannels } from './rows.ts'
import { type Schema, validValue } from './values.ts'
import type { World } from './world.ts'

function newKeys() {
  const { userPublic, curvePublic } = createSensorKeys()
  return { public_key: userPublic, encryption_key: curvePublic, protocol: 2 }
}

type Values = Readonly<Record<string, unknown>>
type Example = (random: Random, world: World, operation: Operation) => unknown

/** Parts of a body that belong together and also follow the rules that the schema cannot express. */
export function exampleOf(operation: Operation, random: Random, world: World): unknown {
  return examples[operation.body?.name ?? '']?.(random, world, operation)
}

const instants = ['2026-03-02T08:00:00Z', '2026-03-02T09:30:00.25+01:00', '2026-03-29T01:59:59Z']
const window = (random: Random) => ({
  start_time: random.pick(instants),
  end_time: random.pick(['2026-04-01T00:00:00Z', '2027-01-01T00:00:00.000001Z', '9999-12-31T23:59:59Z']),
})
const minute = (random: Random) => ({
  day_of_week: random.between(1, 7),
  hour: random.between(0, 23),
  minute: random.between(0, 59),
})
const weekly = (random: Random) => ({ start_minute: minute(random), end_minute: minute(random) })
const name = (random: Random) => random.pick(['Sklep', 'Shop', 'Dyżur nocny', 'x', '🦊', "O'Hara; --"])

/** One row of the owner, and several of them. */
const own = (resource: string, random: Random, { own: keys }: World) => random.pick(keys.get(resource) ?? [0])
function several(resource: string, random: Random, world: World): unknown[] {
  const count = random.between(1, 3)
  return [...new Set(Array.from({ length: count }, () => own(resource, random, world)))]
}

const usable = channels.filter(({ isStandard, isDiscontinued }) => isStandard && !isDiscontinued)
function destination(column: string, random: Random): Values {
  const { id, address } = random.pick(usable)
  return { [column]: id, address: random.pick(address.examples[random.chance(0.85) ? 'good' : 'bad']) }
}

const settingValidators = new Map<string, Validate>()

/** A valid service: an address of its type and settings that the type accepts. */
function checked(random: Random, world: World): Values {
  const type = random.pick(checkTypes.filter(canRun))
  const validate = settingValidators.get(type.id) ?? compileSchema(buildSettingsSchema(type), settingsFormats)
  settingValidators.set(type.id, validate)
  const chosen = random.some(Object.entries(type.settings), 6).map(([key, { isSecret, schema }]) => {
    const value = isSecret ? secretValue(random) : validValue(schema as Schema, '', random, world)
    return [key, value] as const
  })
  // Not every pattern can be met by chance; sometimes an invalid setting is tried.
  const isTaken = (key: string, value: unknown) => validate({ ...stepsOf(type.id), [key]: value }, '').length === 0
  const taken = chosen.filter(([key, value]) => random.chance(0.04) || isTaken(key, value))
  const isBare = taken.length === 0 && !('steps' in stepsOf(type.id))
  return {
    type_id: type.id,
    name: name(random),
    address: random.pick(type.examples[random.chance(0.9) ? 'good' : 'bad']),
    ...(!isBare && { extended_settings: { ...stepsOf(type.id), ...Object.fromEntries(taken) } }),
  }
}

const secretValue = (random: Random) =>
  random.pick([canary, `${canary} ł`, '********', '', null, '🦊'.repeat(2100), `${'🦊'.repeat(2100)}\n`])
const secretNames = [...new Set(checkTypes.flatMap(listSecretSettingKeys))]

function texts(random: Random): Values {
  const id = random.pick(templateChannels)
  const languages = channel(id)?.templates
  const language_id = random.pick(['pl', 'en'] as const)
  const { artifact_type_ids: _, ...written } = languages?.[language_id] ?? { artifact_type_ids: [] }
  const odd = random.pick(['{{nope}}', '{{', '{{service_name}} {{service_name}', '{{ service_name }}', ''])
  return { channel_id: id, language_id, ...written, ...(random.chance(0.15) && { start_template: odd }) }
}

function rule(random: Random, world: World): Values {
  const kind = random.pick(eventKinds)
  return { kind: kind.id, settings: validValue(kind.settings as Schema, '', random, world) }
}

const scope = (random: Random, world: World): Values =>
  random.pick([
    { all_services: true },
    {},
    { group_ids: several('group', random, world) },
    { service_ids: several('service', random, world), group_ids: [] },
  ])

const pickRecipients = (random: Random, world: World): Values => ({
  contact_ids: several('contact', random, world),
  ...(random.chance(0.3) && { contact_group_ids: several('contact_group', random, world) }),
  ...(random.chance(0.3) && { channel_ids: random.pick([null, ['email'], ['sms', 'slack']]) }),
  repeat_interval: random.pick([0, 60, 3600, 604_800, 59]),
})

function report(random: Random, world: World): Values {
  return {
    name: name(random),
    section_ids: several('report_section', random, world),
    scope: scope(random, world),
    accounting_method: { paused: true, business_hours: [weekly(random)] },
    recipients: ['reports@example.com'],
  }
}

const assigned = (random: Random, { sensors }: World): Values => ({
  assigned_sensor_ids: Object.fromEntries(
    random.some([...new Set(checkTypes.map(({ category }) => category))], 3).map((each) => [each, [sensors[0]]]),
  ),
})

const station = (random: Random): Values => ({
  name: name(random),
  latitude: random.pick([52.2297, -90, 90, 0, -0.000001, null]),
  longitude: random.pick([21.0122, -180, 180, null]),
  color: '#00ff7f',
  country_code: 'PL',
  category_ids: ['default'],
  ip_addresses: random.pick([[], ['192.0.2.1'], ['2001:db8::/32', '10.0.0.1'], ['nowhere']]),
})

/** A configuration that declares everything it refers to. */
function declareConfiguration(random: Random, world: World): Values {
  const id = (kind: string, place: number) => `${kind}/${place}`
  const some = <T>(make: (place: number) => T): T[] => [1, 2, 3].slice(0, random.between(0, 3)).map(make)
  const groups = some((place) => ({ external_id: id('group', place), name: name(random) }))
  const services = some((place) => ({
    external_id: id('service', place),
    ...checked(random, world),
    ...(groups.length > 0 && { group: groups[0]?.external_id }),
  }))
  const contacts = some((place) => ({
    external_id: id('contact', place),
    name: name(random),
    ...(random.chance(0.6) && { addresses: [destination('channel_id', random)] }),
  }))
  const events = some((place) => ({
    external_id: id('event', place),
    name: name(random),
    ...rule(random, world),
    ...(random.chance(0.5) && { scope: { services: services.map(({ external_id }) => external_id) } }),
    ...(place > 1 && { conditions: [id('event', place - 1)] }),
  }))
  const escalations = some((place) => ({
    external_id: id('escalation', place),
    name: name(random),
    event: id('event', place),
    contacts: [contacts[0]?.external_id ?? id('contact', 9)],
  })).slice(0, events.length)
  return {
    dry_run: random.chance(0.5),
    ...(random.chance(0.3) && { prune: false }),
    groups,
    services,
    contacts,
    ...(random.chance(0.8) && { events, escalations: contacts.length > 0 ? escalations : [] }),
  }
}

/** Settings for a service of any type; sometimes one that its type does not have. */
const custom = (random: Random, { sensors }: World): Values => ({
  ...(random.chance(0.5) && { sensor_ids: [random.pick(sensors)] }),
  ...(random.chance(0.3) && { extended_settings: { error_tolerance: random.pick([0, 100, 101]) } }),
})

/** The rows of a bulk operation are named in its path. */
const listedIn = ({ path }: Operation): string => (path.split('/')[1] ?? '').replace(/s$/, '')

const named: Example = (random) => ({ name: name(random) })

/** A free user name, and an acceptable password. */
const createNewUser: Example = (random) => ({
  name: name(random),
  username: `new.${random.below(1_000_000_000)}`,
  user_data: { email_address: `new${random.below(1_000_000)}@example.com` },
  password: 'Quiet-Harbour-73-lantern',
})

const examples: Readonly<Record<string, Example>> = {
  account_create_data: createNewUser,
  subaccount_create_data: createNewUser,
  apply_data: declareConfiguration,
  accounts_scope: (random, world) =>
    random.chance(0.3) ? { all: true } : { by_id: several('account', random, world) },
  bulk_group_change_data: (random, world) => ({
    service_ids: several('service', random, world),
    group_id: own('group', random, world),
  }),
  contact_create_data: named,
  contact_update_data: named,
  contact_address_create_data: (random, world) => ({
    contact_id: own('contact', random, world),
    ...destination('channel_id', random),
  }),
  contact_address_update_data: (random) => destination('channel_id', random),
  contact_group_create_data: (random, world) => ({
    name: name(random),
    contact_ids: several('contact', random, world),
  }),
  contact_group_update_data: (random, world) => ({ contact_ids: several('contact', random, world) }),
  contact_suspension_create_data: (random, world) => ({
    contact_id: own('contact', random, world),
    ...window(random),
  }),
  contact_suspension_update_data: window,
  contact_weekly_suspension_create_data: (random, world) => ({
    contact_id: own('contact', random, world),
    ...weekly(random),
  }),
  contact_weekly_suspension_update_data: weekly,
  correction_create_data: (random, world) => ({
    service_id: own('service', random, world),
    ...window(random),
    status: 'ok',
  }),
  api_key_create_data: (random, world) => ({
    name: name(random),
    scopes: random.pick([['services:read'], ['services:write', 'sensors:read'], ['account:read'], ['everything:read']]),
    // Never empty: the documents omit the bounds of lists of ids, so an empty list would look valid.
    ...(random.chance(0.4) && { group_ids: [own('group', random, world)] }),
    ...(random.chance(0.4) && { expires_at: random.pick(['2100-01-01T00:00:00Z', '2001-01-01T00:00:00Z', null]) }),
  }),
  sso_connection_create_data: (random) => ({
    name: name(random),
    // Required unless another connection is used, which the documents cannot express.
    issuer: random.pick(['https://login.example.com', 'http://login.example.com/realm', 'https://10.0.0.1']),
    client_id: random.pick(['wachta', 'client 1']),
  }),
  invitation_data: (random, world) => ({
    email_address: `${random.pick(['a', 'ż', 'b'.repeat(300)])}@example.com`,
    role: random.pick(['manager', 'editor', 'viewer', 'billing']),
    ...(random.chance(0.4) && { group_ids: [own('group', random, world)] }),
  }),
  account_role_data: (random, world) => ({
    role: random.pick(['manager', 'editor', 'viewer', 'billing']),
    ...(random.chance(0.4) && { group_ids: [own('group', random, world)] }),
  }),
  application_create_data: (random) => ({
    name: name(random),
    kind: random.pick(['confidential', 'public']),
    redirect_uris: random.pick([['https://example.com/callback'], [], ['ftp://example.com'], ['http://127.0.0.1/']]),
    grant_types: random.pick([['authorization_code'], ['client_credentials'], ['refresh_token']]),
    scopes: random.pick([['services:read'], ['openid', 'email'], ['everything:read']]),
    ...(random.chance(0.2) && { for_installation: random.chance(0.5) }),
  }),
  application_update_data: (random) => ({ name: name(random) }),
  api_key_update_data: (random) => ({ name: name(random) }),
  correction_update_data: (random) => ({ ...window(random), status: 'failure' }),
  correction_bulk_create_data: (random, world) => ({
    service_ids: several('service', random, world),
    ...window(random),
    status: 'paused',
  }),
  correction_bulk_update_data: (random, world) => ({ ids: several('correction', random, world), status: 'failure' }),
  correction_intervals_create_data: (random) =>
    Array.from({ length: random.below(4) }, () => ({ ...window(random), status: 'ok' })),
  custom_analysis_data: custom,
  custom_template_update_data: (random, world) => ({ template_id: own('template', random, world) }),
  dns_diagnostic_create_data: (random, world) => ({
    sensor_id: random.pick(world.sensors),
    settings: { dns_server: '192.0.2.53', address: 'example.com', record_type: random.pick(['A', 'TXT', 'MBOXFW']) },
  }),
  escalation_create_data: (random, world) => ({
    name: name(random),
    event_id: own('event', random, world),
    ...pickRecipients(random, world),
  }),
  escalation_update_data: pickRecipients,
  escalation_suspension_create_data: (random, world) => ({
    escalation_id: own('escalation', random, world),
    ...window(random),
  }),
  escalation_suspension_update_data: window,
  escalation_weekly_suspension_create_data: (random, world) => ({
    escalation_id: own('escalation', random, world),
    ...weekly(random),
  }),
  escalation_weekly_suspension_update_data: weekly,
  event_create_data: (random, world) => ({
    name: name(random),
    ...rule(random, world),
    scope: scope(random, world),
    ...(random.chance(0.4) && { condition_event_ids: several('event', random, world) }),
  }),
  event_update_data: (random, world) => ({
    scope: scope(random, world),
    ...(random.chance(0.4) && { condition_event_ids: several('event', random, world) }),
    ...(random.chance(0.4) && { settings: { days: random.pick([1, 30, 365, 366]) } }),
  }),
  event_status_disable_data: (random) => ({ note: name(random) }),
  group_create_data: (random, world) => ({ name: name(random), ...assigned(random, world) }),
  group_update_data: assigned,
  group_share_update_data: (random) => ({ can_modify_group: random.chance(0.5) }),
  id_list: (random, world, operation) => ({ ids: several(listedIn(operation), random, world) }),
  mobile_device_data: (random) => ({
    endpoint: `https://push.example.com/${random.pick(['', 'send/abc', '~x!*();:@&=+$,?#[]'])}`,
    p256dh: 'B'.repeat(87),
    auth: random.pick(['c'.repeat(22), `${'c'.repeat(22)}==`, 'short']),
    ...(random.chance(0.5) && { name: name(random), language_id: random.pick(['pl', 'en', 'de']) }),
  }),
  notification_address_create_data: (random, world) => ({
    group_id: own('group', random, world),
    ...destination('notification_channel_id', random),
  }),
  notification_address_update_data: (random) => destination('notification_channel_id', random),
  periodic_report_address_create_data: (random, world) => ({
    group_id: own('group', random, world),
    address: random.pick(['reports@example.com', 'reports@example', 'a@b@c.example']),
    report_frequency: 'daily',
  }),
  periodic_report_address_update_data: () => ({ address: 'reports@example.com' }),
  report_template_create_data: report,
  report_template_update_data: report,
  reset_password_confirm_data: (random, { known }) => ({
    account_id: known['account_id']?.[0],
    token: known['token']?.[0],
    new_password: random.pick(['Another-Harbour-74-lantern', '123456']),
  }),
  scheduled_custom_analysis_data: (random, world) => ({
    ...custom(random, world),
    start_time: new Date(Date.now() + random.pick([1, 23]) * 3_600_000).toISOString(),
  }),
  scheduled_suspension_create_data: (random, world) => ({
    service_id: own('service', random, world),
    ...window(random),
  }),
  scheduled_suspension_update_data: window,
  scheduled_suspension_bulk_create_data: (random, world) => ({
    service_ids: several('service', random, world),
    ...window(random),
  }),
  sensor_create_data: station,
  sensor_update_data: station,
  sensor_enrol_data: (_random, { known }) => ({ token: known['token']?.[0], ...newKeys() }),
  service_create_data: (random, world) => ({
    ...checked(random, world),
    ...(random.chance(0.5) && { group_id: own('group', random, world) }),
    ...(random.chance(0.3) && { sensor_ids: [random.pick(world.sensors)] }),
    interval: random.pick([60, 300, 86_400]),
  }),
  service_update_data: (random, world) => ({
    name: name(random),
    ...(random.chance(0.3) && { group_id: own('group', random, world) }),
    ...(random.chance(0.3) && { extended_settings: { [random.pick(secretNames)]: secretValue(random) } }),
    ...(random.chance(0.3) && { extended_settings: { error_tolerance: random.pick([0, 100, 101, null]) } }),
  }),
  status_change_update_data: (random) => ({ description: name(random) }),
  status_change_bulk_update_data: (random, world) => ({
    ids: several('status_change', random, world),
    description: name(random),
  }),
  suspension_create_data: (random, world) => ({ service_id: own('service', random, world), ...window(random) }),
  suspension_update_data: window,
  suspension_bulk_create_data: (random, world) => ({
    service_ids: several('service', random, world),
    ...window(random),
  }),
  template_create_data: (random) => ({ name: name(random), ...texts(random) }),
  template_update_data: texts,
  template_preview_data: (random, world) => ({
    ...texts(random),
    ...(random.chance(0.3) && { occurrence_id: random.pick(world.known['occurrence_id'] ?? []) }),
  }),
  saved_template_preview_data: (random, world) => ({ occurrence_id: random.pick(world.known['occurrence_id'] ?? []) }),
  traceroute_diagnostic_create_data: (random, world) => ({
    sensor_id: random.pick(world.sensors),
    settings: { address: random.pick(['example.com', '192.0.2.1']) },
  }),
  verification_code_data: (random) => ({ code: random.pick(['000000', '123456', '1234567', '٠٠٠٠٠٠']) }),
  weekly_suspension_create_data: (random, world) => ({
    service_id: own('service', random, world),
    ...weekly(random),
  }),
  weekly_suspension_update_data: weekly,
}
