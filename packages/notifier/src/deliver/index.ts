export { createDeliverTask, type DeliverTask } from './deliver-task.ts'
export type { CountedOutcome, DeliverOptions } from './delivery-context.ts'
export { defaultPhoneRules, type PhoneRules } from './phone-rules.ts'
