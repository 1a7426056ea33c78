export { createDeliverTask, type DeliverTask } from './deliver-task.ts'
export type { Counted, DeliverOptions } from './delivery-context.ts'
export { type DailyMailLimits, defaultMailLimits } from './mail-rules.ts'
export { defaultPhoneRules, type PhoneRules } from './phone-rules.ts'
