import { defineResource } from '@wachta/resource'
import { id, key, nullable, personal, text, time } from '@wachta/resource/field'
import { administrator, all, any, never, own, writer } from '@wachta/resource/permission'

const keeper = any(own('account_id'), administrator)

/** A phone or browser that receives push notifications. Its endpoint and keys are never returned. */
export const mobileDevice = defineResource('mobile_device', {
  title: 'mobile device',
  fields: {
    id: text({ description: 'Chosen by the application; it is the address of a contact on the push channel.' }),
    account_id: id(),
    name: personal(text({ max: 255, default: '' })),
    platform: text({ enum: ['web_push'], default: 'web_push' }),
    language_id: nullable(key()),
    created_at: time(),
    updated_at: time(),
  },
  key: ['account_id', 'id'],
  owner: 'account_id',
  permissions: { delete: all(writer, keeper), own: own('account_id'), read: keeper, update: never },
  // A device registers and unregisters itself; see operations.ts.
  serve: { path: '/mobile/devices', tag: 'mobile', operations: [] },
})
