export { createDeliverTask, type DeliverTask } from './deliver-task.ts'
export type { Counted, DeliverOptions } from './office.ts'
export { type PhoneRules, usualPhoneRules } from './phone-rules.ts'
