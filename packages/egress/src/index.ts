export { specialRanges } from './address-ranges.ts'
export { authoritiesWith } from './authorities.ts'
export { allowAll, createGuard, describePurpose, type Guard, publicOnly } from './guard.ts'
export {
  ForbiddenAddress,
  type GuardedAnswer,
  type GuardedExchange,
  type GuardedRequest,
  sendGuardedExchange as guardedExchange,
  sendGuardedRequest as guardedRequest,
} from './guarded-request.ts'
