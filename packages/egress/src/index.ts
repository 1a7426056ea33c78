export { specialRanges } from './address-ranges.ts'
export { authoritiesWith } from './authorities.ts'
export { anything, type Guard, guardOf, publicOnly, purposeOf } from './guard.ts'
export { ForbiddenAddress, type GuardedAnswer, type GuardedRequest, guardedRequest } from './guarded-request.ts'
