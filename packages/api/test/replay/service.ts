import assert from 'node:assert/strict'
import { type Lifecycle, live, type Scenario, type Scene } from './scenario.ts'
import { flag, integer, type Json, list, orNull, set, settings, text } from './struct.ts'

const kinds = {
  id: integer,
  type_id: text,
  owner_id: integer,
  name: text,
  address: text,
  group_id: integer,
  interval: integer,
  description: text,
  is_active: flag,
  is_archived: flag,
  sensor_ids: orNull(set(integer)),
  step_names: list(text),
  notification_channel_ids: set(text),
  notification_condition_ids: set(text),
  notification_mode_id: text,
  recovery_notification_mode_id: text,
  extended_settings: settings,
}

/** The client sends services back with their type and owner, which cannot change. */
export const service: Scenario = {
  resource: 'service',
  callers: 'everybody',
  fields: Object.keys(kinds),
  async play(scene) {
    const groupId = await scene.client.create('/groups', { name: scene.fresh('group'), owner_id: scene.ownerId })
    for (const life of [plainHttps(scene), fullHttps(scene, groupId), plainPing(scene), fullPing(scene, groupId)])
      await live(scene, '/services', { kinds, readOnly: ['id', 'is_archived'] }, life)
    await scene.client.remove(`/groups/${groupId}`)
  },
}

/** Defaults that the client sends with every service. */
const defaults = {
  interval: 600,
  description: '',
  is_active: true,
  notification_mode_id: 'default',
  recovery_notification_mode_id: 'default',
}

const httpsSettings = {
  error_tolerance: 51,
  sensors_failover: true,
  port: 443,
  timeout: 7000,
  http_method: 'POST',
  content_regex: 'OK',
  negative_content_regex: 'BAD',
  content_type: 'application/json',
  content: '{}',
}

const pingSettings = { error_tolerance: 51, sensors_failover: true, bytes_to_send: 64, reply_timeout: 3000 }

const named = ({ fresh, ownerId }: Scene, type_id: string): Json => ({
  type_id,
  name: fresh(type_id),
  address: 'example.com',
  owner_id: ownerId,
})

/** The minimal request: the server chooses the notifications, the group and the settings of the check. */
const plainHttps = (scene: Scene): Lifecycle => ({
  sent: { ...named(scene, 'https'), ...defaults },
  filled(found) {
    usualNotifications(found)
    assert.equal((found['extended_settings'] as Json)['port'], 443)
  },
  changes: [{ interval: 700 }, { name: scene.fresh('renamed'), description: 'zażółć gęślą jaźń' }],
})

const fullHttps = (scene: Scene, group_id: number): Lifecycle => ({
  sent: { ...named(scene, 'https'), ...defaults, group_id, extended_settings: httpsSettings },
  filled: usualNotifications,
  changes: [
    { notification_mode_id: 'off', recovery_notification_mode_id: 'after_30_seconds' },
    { notification_mode_id: 'default', recovery_notification_mode_id: 'default' },
    { extended_settings: { http_method: 'GET', sensors_failover: false, error_tolerance: 100, timeout: 9000 } },
    { extended_settings: { content_regex: null, negative_content_regex: null, content: null, content_type: null } },
    { notification_channel_ids: ['email'], notification_condition_ids: ['failure'] },
    { notification_channel_ids: ['sms', 'email'], notification_condition_ids: ['recovery', 'failure'] },
    { sensor_ids: [...scene.sensorIds].reverse() },
    { sensor_ids: null },
    { is_active: false },
    { is_active: true, address: 'www.example.com' },
  ],
})

const plainPing = (scene: Scene): Lifecycle => ({
  sent: { ...named(scene, 'ping'), ...defaults, interval: 700 },
  filled: usualNotifications,
  changes: [{ interval: 600 }],
})

const fullPing = (scene: Scene, group_id: number): Lifecycle => ({
  sent: {
    ...named(scene, 'ping'),
    ...defaults,
    group_id,
    is_active: false,
    notification_mode_id: 'off',
    recovery_notification_mode_id: 'after_30_seconds',
    extended_settings: pingSettings,
  },
  changes: [{ extended_settings: { bytes_to_send: 128, reply_timeout: 4000 } }, { is_active: true }],
})

function usualNotifications(found: Json): void {
  assert.deepEqual(without(['email', 'sms'], found['notification_channel_ids']), [])
  assert.deepEqual(without(['failure', 'recovery'], found['notification_condition_ids']), [])
}

const without = (names: readonly string[], found: unknown): string[] =>
  names.filter((name) => !(found as readonly string[]).includes(name))
