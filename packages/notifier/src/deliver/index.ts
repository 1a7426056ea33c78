export { createDeliverTask, type DeliverTask } from './deliver-task.ts'
export type { Counted, DeliverOptions } from './delivery-context.ts'
export { defaultPhoneRules, type PhoneRules } from './phone-rules.ts'
