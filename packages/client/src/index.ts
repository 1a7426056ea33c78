export type { CallInput, FieldOf, Item, ListId, OperationId, PagedId, Result, SelectedResult } from './calling.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type ListPage,
  type PagesOptions,
} from './client.ts'
export { collectPages } from './collect-pages.ts'
export { type AccountRecords, type Declaration, readAccount, toDeclaration } from './declaration.ts'
export type { OmittedReference } from './declared-names.ts'
export { ApiError, type ApiErrorDetails, fieldFaults, hasSymbol, NetworkError } from './errors.ts'
export type { ServerEvent } from './events.ts'
export { buildRequest, type OutgoingRequest } from './exchange.ts'
export { externalName, freshName } from './external-name.ts'
export { type HeartbeatSnippetKind, heartbeatSnippet, heartbeatSnippetKinds } from './heartbeat-snippet.ts'
export { operations } from './operations.ts'
export { type Credentials, isSessionVerified, type SignedIn, signIn, signOut, verifySession } from './sign-in.ts'
export type * from './types.ts'
