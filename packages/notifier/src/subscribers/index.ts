export { createBulletinTask } from './bulletin-task.ts'
export { createSubscriberTask, type SubscriberOutcome } from './subscriber-task.ts'
export { openSubscriberWeb } from './subscriber-web.ts'
