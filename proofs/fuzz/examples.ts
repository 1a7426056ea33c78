import { createSensorKeys } from '@wachta/bus'
import { channel, channels } from '@wachta/channels'
import { buildSettingsSchema, canRun, checkTypes, listSecretSettingKeys, settingsFormats } from '@wachta/checks'
import { eventKinds } from '@wachta/events'
import { compileSchema, type Operation, type Validate } from '@wachta/resource'
import type { Random } from './random.ts'
import { canary, getRequiredSettings, templateChannels } from './rows.ts'
import { createValue, type Schema } from './values.ts'
import type { World } from './world.ts'

function createKeys() {
  const { userPublic, curvePublic } = createSensorKeys()
  return { public_key: userPublic, encryption_key: curvePublic, protocol: 2 }
}

type Values = Readonly<Record<string, unknown>>
type Example = (random: Random, world: World, operation: Operation) => unknown

/** Parts of a body that belong together and also follow the rules that the schema cannot express. */
export function createExample(operation: Operation, random: Random, world: World): unknown {
  return examples[operation.body?.name ?? '']?.(random, world, operation)
}

const instants = ['2026-03-02T08:00:00Z', '2026-03-02T09:30:00.25+01:00', '2026-03-29T01:59:59Z']
const createWindow = (random: Random) => ({
  start_time: random.pick(instants),
  end_time: random.pick(['2026-04-01T00:00:00Z', '2027-01-01T00:00:00.000001Z', '9999-12-31T23:59:59Z']),
})
const pickMinute = (random: Random) => ({
  day_of_week: random.between(1, 7),
  hour: random.between(0, 23),
  minute: random.between(0, 59),
})
const createWeeklyWindow = (random: Random) => ({ start_minute: pickMinute(random), end_minute: pickMinute(random) })
const pickName = (random: Random) => random.pick(['Sklep', 'Shop', 'Dyżur nocny', 'x', '🦊', "O'Hara; --"])

/** One row of the owner, and several of them. */
const pickOwn = (resource: string, random: Random, { own: keys }: World) => random.pick(keys.get(resource) ?? [0])
function pickSeveral(resource: string, random: Random, world: World): unknown[] {
  const count = random.between(1, 3)
  return [...new Set(Array.from({ length: count }, () => pickOwn(resource, random, world)))]
}

const usableChannels = channels.filter(({ isStandard, isDiscontinued }) => isStandard && !isDiscontinued)
function createDestination(column: string, random: Random): Values {
  const { id, address } = random.pick(usableChannels)
  return { [column]: id, address: random.pick(address.examples[random.chance(0.85) ? 'good' : 'bad']) }
}

const settingValidators = new Map<string, Validate>()

/** A valid service: an address of its type and settings that the type accepts. */
function createService(random: Random, world: World): Values {
  const type = random.pick(checkTypes.filter(canRun))
  const validate = settingValidators.get(type.id) ?? compileSchema(buildSettingsSchema(type), settingsFormats)
  settingValidators.set(type.id, validate)
  const chosenSettings = random.pickSome(Object.entries(type.settings), 6).map(([key, { isSecret, schema }]) => {
    const value = isSecret ? pickSecretValue(random) : createValue(schema as Schema, '', random, world)
    return [key, value] as const
  })
  // Not every pattern can be met by chance; sometimes an invalid setting is tried.
  const isAccepted = (key: string, value: unknown) =>
    validate({ ...getRequiredSettings(type.id), [key]: value }, '').length === 0
  const accepted = chosenSettings.filter(([key, value]) => random.chance(0.04) || isAccepted(key, value))
  const isBare = accepted.length === 0 && !('steps' in getRequiredSettings(type.id))
  return {
    type_id: type.id,
    name: pickName(random),
    address: random.pick(type.examples[random.chance(0.9) ? 'good' : 'bad']),
    ...(!isBare && { extended_settings: { ...getRequiredSettings(type.id), ...Object.fromEntries(accepted) } }),
  }
}

const pickSecretValue = (random: Random) =>
  random.pick([canary, `${canary} ł`, '********', '', null, '🦊'.repeat(2100), `${'🦊'.repeat(2100)}\n`])
const secretNames = [...new Set(checkTypes.flatMap(listSecretSettingKeys))]

function createTexts(random: Random): Values {
  const id = random.pick(templateChannels)
  const languages = channel(id)?.templates
  const language_id = random.pick(['pl', 'en'] as const)
  const { artifact_type_ids: _, ...defaultTexts } = languages?.[language_id] ?? { artifact_type_ids: [] }
  const odd = random.pick(['{{nope}}', '{{', '{{service_name}} {{service_name}', '{{ service_name }}', ''])
  return { channel_id: id, language_id, ...defaultTexts, ...(random.chance(0.15) && { start_template: odd }) }
}

function createRule(random: Random, world: World): Values {
  const kind = random.pick(eventKinds)
  return { kind: kind.id, settings: createValue(kind.settings as Schema, '', random, world) }
}

const createScope = (random: Random, world: World): Values =>
  random.pick([
    { all_services: true },
    {},
    { group_ids: pickSeveral('group', random, world) },
    { service_ids: pickSeveral('service', random, world), group_ids: [] },
  ])

const pickRecipients = (random: Random, world: World): Values => ({
  contact_ids: pickSeveral('contact', random, world),
  ...(random.chance(0.3) && { contact_group_ids: pickSeveral('contact_group', random, world) }),
  ...(random.chance(0.3) && { channel_ids: random.pick([null, ['email'], ['sms', 'slack']]) }),
  repeat_interval: random.pick([0, 60, 3600, 604_800, 59]),
})

function createReport(random: Random, world: World): Values {
  return {
    name: pickName(random),
    section_ids: pickSeveral('report_section', random, world),
    scope: createScope(random, world),
    accounting_method: { paused: true, business_hours: [createWeeklyWindow(random)] },
    recipients: ['reports@example.com'],
  }
}

const assignSensors = (random: Random, { sensors }: World): Values => ({
  assigned_sensor_ids: Object.fromEntries(
    random.pickSome([...new Set(checkTypes.map(({ category }) => category))], 3).map((each) => [each, [sensors[0]]]),
  ),
})

const createSensor = (random: Random): Values => ({
  name: pickName(random),
  latitude: random.pick([52.2297, -90, 90, 0, -0.000001, null]),
  longitude: random.pick([21.0122, -180, 180, null]),
  color: '#00ff7f',
  country_code: 'PL',
  category_ids: ['default'],
  ip_addresses: random.pick([[], ['192.0.2.1'], ['2001:db8::/32', '10.0.0.1'], ['nowhere']]),
})

/** A configuration that declares everything it refers to. */
function declareConfiguration(random: Random, world: World): Values {
  const id = (kind: string, index: number) => `${kind}/${index}`
  const createSome = <T>(make: (index: number) => T): T[] => [1, 2, 3].slice(0, random.between(0, 3)).map(make)
  const groups = createSome((index) => ({ external_id: id('group', index), name: pickName(random) }))
  const services = createSome((index) => ({
    external_id: id('service', index),
    ...createService(random, world),
    ...(groups.length > 0 && { group: groups[0]?.external_id }),
  }))
  const contacts = createSome((index) => ({
    external_id: id('contact', index),
    name: pickName(random),
    ...(random.chance(0.6) && { addresses: [createDestination('channel_id', random)] }),
  }))
  const events = createSome((index) => ({
    external_id: id('event', index),
    name: pickName(random),
    ...createRule(random, world),
    ...(random.chance(0.5) && { scope: { services: services.map(({ external_id }) => external_id) } }),
    ...(index > 1 && { conditions: [id('event', index - 1)] }),
  }))
  const escalations = createSome((index) => ({
    external_id: id('escalation', index),
    name: pickName(random),
    event: id('event', index),
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
const createCustomSettings = (random: Random, { sensors }: World): Values => ({
  ...(random.chance(0.5) && { sensor_ids: [random.pick(sensors)] }),
  ...(random.chance(0.3) && { extended_settings: { error_tolerance: random.pick([0, 100, 101]) } }),
})

/** The rows of a bulk operation are named in its path. */
const findListedResource = ({ path }: Operation): string => (path.split('/')[1] ?? '').replace(/s$/, '')

const createNamed: Example = (random) => ({ name: pickName(random) })

/** A free user name, and an acceptable password. */
const createNewUser: Example = (random) => ({
  name: pickName(random),
  username: `new.${random.below(1_000_000_000)}`,
  user_data: { email_address: `new${random.below(1_000_000)}@example.com` },
  password: 'Quiet-Harbour-73-lantern',
})

const examples: Readonly<Record<string, Example>> = {
  account_create_data: createNewUser,
  subaccount_create_data: createNewUser,
  apply_data: declareConfiguration,
  accounts_scope: (random, world) =>
    random.chance(0.3) ? { all: true } : { by_id: pickSeveral('account', random, world) },
  bulk_group_change_data: (random, world) => ({
    service_ids: pickSeveral('service', random, world),
    group_id: pickOwn('group', random, world),
  }),
  contact_create_data: createNamed,
  contact_update_data: createNamed,
  contact_address_create_data: (random, world) => ({
    contact_id: pickOwn('contact', random, world),
    ...createDestination('channel_id', random),
  }),
  contact_address_update_data: (random) => createDestination('channel_id', random),
  contact_group_create_data: (random, world) => ({
    name: pickName(random),
    contact_ids: pickSeveral('contact', random, world),
  }),
  contact_group_update_data: (random, world) => ({ contact_ids: pickSeveral('contact', random, world) }),
  contact_suspension_create_data: (random, world) => ({
    contact_id: pickOwn('contact', random, world),
    ...createWindow(random),
  }),
  contact_suspension_update_data: createWindow,
  contact_weekly_suspension_create_data: (random, world) => ({
    contact_id: pickOwn('contact', random, world),
    ...createWeeklyWindow(random),
  }),
  contact_weekly_suspension_update_data: createWeeklyWindow,
  correction_create_data: (random, world) => ({
    service_id: pickOwn('service', random, world),
    ...createWindow(random),
    status: 'ok',
  }),
  api_key_create_data: (random, world) => ({
    name: pickName(random),
    scopes: random.pick([['services:read'], ['services:write', 'sensors:read'], ['account:read'], ['everything:read']]),
    // Never empty: the documents omit the bounds of lists of ids, so an empty list would look valid.
    ...(random.chance(0.4) && { group_ids: [pickOwn('group', random, world)] }),
    ...(random.chance(0.4) && { expires_at: random.pick(['2100-01-01T00:00:00Z', '2001-01-01T00:00:00Z', null]) }),
  }),
  sso_connection_create_data: (random) => ({
    name: pickName(random),
    // Required unless another connection is used, which the documents cannot express.
    issuer: random.pick(['https://login.example.com', 'http://login.example.com/realm', 'https://10.0.0.1']),
    client_id: random.pick(['wachta', 'client 1']),
  }),
  invitation_data: (random, world) => ({
    email_address: `${random.pick(['a', 'ż', 'b'.repeat(300)])}@example.com`,
    role: random.pick(['manager', 'editor', 'viewer', 'billing']),
    ...(random.chance(0.4) && { group_ids: [pickOwn('group', random, world)] }),
  }),
  account_role_data: (random, world) => ({
    role: random.pick(['manager', 'editor', 'viewer', 'billing']),
    ...(random.chance(0.4) && { group_ids: [pickOwn('group', random, world)] }),
  }),
  application_create_data: (random) => ({
    name: pickName(random),
    kind: random.pick(['confidential', 'public']),
    redirect_uris: random.pick([['https://example.com/callback'], [], ['ftp://example.com'], ['http://127.0.0.1/']]),
    grant_types: random.pick([['authorization_code'], ['client_credentials'], ['refresh_token']]),
    scopes: random.pick([['services:read'], ['openid', 'email'], ['everything:read']]),
    ...(random.chance(0.2) && { for_installation: random.chance(0.5) }),
  }),
  application_update_data: (random) => ({ name: pickName(random) }),
  api_key_update_data: (random) => ({ name: pickName(random) }),
  correction_update_data: (random) => ({ ...createWindow(random), status: 'failure' }),
  correction_bulk_create_data: (random, world) => ({
    service_ids: pickSeveral('service', random, world),
    ...createWindow(random),
    status: 'paused',
  }),
  correction_bulk_update_data: (random, world) => ({
    ids: pickSeveral('correction', random, world),
    status: 'failure',
  }),
  correction_intervals_create_data: (random) =>
    Array.from({ length: random.below(4) }, () => ({ ...createWindow(random), status: 'ok' })),
  custom_analysis_data: createCustomSettings,
  custom_template_update_data: (random, world) => ({ template_id: pickOwn('template', random, world) }),
  dns_diagnostic_create_data: (random, world) => ({
    sensor_id: random.pick(world.sensors),
    settings: { dns_server: '192.0.2.53', address: 'example.com', record_type: random.pick(['A', 'TXT', 'MBOXFW']) },
  }),
  escalation_create_data: (random, world) => ({
    name: pickName(random),
    event_id: pickOwn('event', random, world),
    ...pickRecipients(random, world),
  }),
  escalation_update_data: pickRecipients,
  escalation_suspension_create_data: (random, world) => ({
    escalation_id: pickOwn('escalation', random, world),
    ...createWindow(random),
  }),
  escalation_suspension_update_data: createWindow,
  escalation_weekly_suspension_create_data: (random, world) => ({
    escalation_id: pickOwn('escalation', random, world),
    ...createWeeklyWindow(random),
  }),
  escalation_weekly_suspension_update_data: createWeeklyWindow,
  event_create_data: (random, world) => ({
    name: pickName(random),
    ...createRule(random, world),
    scope: createScope(random, world),
    ...(random.chance(0.4) && { condition_event_ids: pickSeveral('event', random, world) }),
  }),
  event_update_data: (random, world) => ({
    scope: createScope(random, world),
    ...(random.chance(0.4) && { condition_event_ids: pickSeveral('event', random, world) }),
    ...(random.chance(0.4) && { settings: { days: random.pick([1, 30, 365, 366]) } }),
  }),
  event_status_disable_data: (random) => ({ note: pickName(random) }),
  group_create_data: (random, world) => ({ name: pickName(random), ...assignSensors(random, world) }),
  group_update_data: assignSensors,
  group_share_update_data: (random) => ({ can_modify_group: random.chance(0.5) }),
  id_list: (random, world, operation) => ({ ids: pickSeveral(findListedResource(operation), random, world) }),
  mobile_device_data: (random) => ({
    endpoint: `https://push.example.com/${random.pick(['', 'send/abc', '~x!*();:@&=+$,?#[]'])}`,
    p256dh: 'B'.repeat(87),
    auth: random.pick(['c'.repeat(22), `${'c'.repeat(22)}==`, 'short']),
    ...(random.chance(0.5) && { name: pickName(random), language_id: random.pick(['pl', 'en', 'de']) }),
  }),
  notification_address_create_data: (random, world) => ({
    group_id: pickOwn('group', random, world),
    ...createDestination('notification_channel_id', random),
  }),
  notification_address_update_data: (random) => createDestination('notification_channel_id', random),
  periodic_report_address_create_data: (random, world) => ({
    group_id: pickOwn('group', random, world),
    address: random.pick(['reports@example.com', 'reports@example', 'a@b@c.example']),
    report_frequency: 'daily',
  }),
  periodic_report_address_update_data: () => ({ address: 'reports@example.com' }),
  report_template_create_data: createReport,
  report_template_update_data: createReport,
  reset_password_confirm_data: (random, { known }) => ({
    account_id: known['account_id']?.[0],
    token: known['token']?.[0],
    new_password: random.pick(['Another-Harbour-74-lantern', '123456']),
  }),
  scheduled_custom_analysis_data: (random, world) => ({
    ...createCustomSettings(random, world),
    start_time: new Date(Date.now() + random.pick([1, 23]) * 3_600_000).toISOString(),
  }),
  scheduled_suspension_create_data: (random, world) => ({
    service_id: pickOwn('service', random, world),
    ...createWindow(random),
  }),
  scheduled_suspension_update_data: createWindow,
  scheduled_suspension_bulk_create_data: (random, world) => ({
    service_ids: pickSeveral('service', random, world),
    ...createWindow(random),
  }),
  sensor_create_data: createSensor,
  sensor_update_data: createSensor,
  sensor_enrol_data: (_random, { known }) => ({ token: known['token']?.[0], ...createKeys() }),
  service_create_data: (random, world) => ({
    ...createService(random, world),
    ...(random.chance(0.5) && { group_id: pickOwn('group', random, world) }),
    ...(random.chance(0.3) && { sensor_ids: [random.pick(world.sensors)] }),
    interval: random.pick([60, 300, 86_400]),
  }),
  service_update_data: (random, world) => ({
    name: pickName(random),
    ...(random.chance(0.3) && { group_id: pickOwn('group', random, world) }),
    ...(random.chance(0.3) && { extended_settings: { [random.pick(secretNames)]: pickSecretValue(random) } }),
    ...(random.chance(0.3) && { extended_settings: { error_tolerance: random.pick([0, 100, 101, null]) } }),
  }),
  status_change_update_data: (random) => ({ description: pickName(random) }),
  status_change_bulk_update_data: (random, world) => ({
    ids: pickSeveral('status_change', random, world),
    description: pickName(random),
  }),
  suspension_create_data: (random, world) => ({
    service_id: pickOwn('service', random, world),
    ...createWindow(random),
  }),
  suspension_update_data: createWindow,
  suspension_bulk_create_data: (random, world) => ({
    service_ids: pickSeveral('service', random, world),
    ...createWindow(random),
  }),
  template_create_data: (random) => ({ name: pickName(random), ...createTexts(random) }),
  template_update_data: createTexts,
  template_preview_data: (random, world) => ({
    ...createTexts(random),
    ...(random.chance(0.3) && { occurrence_id: random.pick(world.known['occurrence_id'] ?? []) }),
  }),
  saved_template_preview_data: (random, world) => ({ occurrence_id: random.pick(world.known['occurrence_id'] ?? []) }),
  traceroute_diagnostic_create_data: (random, world) => ({
    sensor_id: random.pick(world.sensors),
    settings: { address: random.pick(['example.com', '192.0.2.1']) },
  }),
  verification_code_data: (random) => ({ code: random.pick(['000000', '123456', '1234567', '٠٠٠٠٠٠']) }),
  weekly_suspension_create_data: (random, world) => ({
    service_id: pickOwn('service', random, world),
    ...createWeeklyWindow(random),
  }),
  weekly_suspension_update_data: createWeeklyWindow,
}
