export { createNotifyTask, type NotifyOptions } from './notify/notify.ts'
