export { specialRanges } from './address-ranges.ts'
export { listTrustedAuthorities } from './authorities.ts'
export { allowAll, allowPublicOnly, createGuard, describePurpose, type Guard } from './guard.ts'
export {
  ForbiddenAddress,
  type GuardedExchange,
  type GuardedRequest,
  type GuardedResponse,
  sendGuardedExchange,
  sendGuardedRequest,
} from './guarded-request.ts'
