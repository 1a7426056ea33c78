export { specialRanges } from './address-ranges.ts'
export { addAuthorities } from './authorities.ts'
export { allowAll, createGuard, describePurpose, type Guard, publicOnly } from './guard.ts'
export {
  ForbiddenAddress,
  type GuardedAnswer,
  type GuardedExchange,
  type GuardedRequest,
  sendGuardedExchange,
  sendGuardedRequest,
} from './guarded-request.ts'
