export { createDeliverTask, type DeliverTask } from './deliver-task.ts'
export type { Counted, DeliverOptions } from './delivery-context.ts'
export { type MailLimits, usualMailLimits } from './mail-rules.ts'
export { type PhoneRules, usualPhoneRules } from './phone-rules.ts'
