export type { AccountSigner } from './accounts.ts'
export { type Bus, type BusCredentials, type BusOptions, openBus } from './bus.ts'
export { ClaimsError } from './claims.ts'
export {
  createCentreCredentials,
  createSensorCredentials,
  getIssuerAccount,
  readCredentials,
  type SensorUser,
  writeCredentials,
} from './credentials.ts'
export { digestRevisions } from './digest.ts'
export { ensureAccounts } from './ensure-accounts.ts'
export {
  findOldestUnread,
  inspectStreams,
  readBrokerTime,
  readStoreUse,
  type StreamCondition,
} from './inspect.ts'
export {
  createAccountSigner,
  createInstallationKeys,
  type InstallationKeys,
  type NewInstallation,
  readKeys,
  renderServerConfiguration,
  writeKeys,
} from './installation-keys.ts'
export {
  createSensorKeys,
  isCurveKey,
  isUserKey,
  SealError,
  type SensorKeys,
  sealFor,
  toPublicCurveKey,
  unseal,
} from './keys.ts'
export { type OutgoingResults, publishResults } from './publish-results.ts'
export { type AssignmentsOptions, type AssignmentsReader, readAssignments } from './read-assignments.ts'
export { type ReadOptions, readStream, StreamLostError, type StreamReader } from './read-stream.ts'
export { type RetryOptions, retryWhileUnavailable } from './retry-while-unavailable.ts'
export { revokeUsers } from './revoke.ts'
export { findSensorScope, privateSubjectsProtocol, sensorProtocol } from './scope.ts'
export { serveAssignments } from './serve-assignments.ts'
export type { StreamMessage } from './stream-message.ts'
export {
  computeStreamLimits,
  defaultStreamLimits,
  ensureStreams,
  getCellStreams,
  listStreamNames,
  readStreamState,
  resultStreams,
  type StreamLimits,
  StreamSettingsError,
  type StreamState,
} from './streams.ts'
export {
  getCellSubjects,
  getShardOfService,
  isAllowedReplySubject,
  parseLastId,
  type SensorScope,
  type Subjects,
  shardCount,
  type Urgency,
  virtualPartitions,
} from './subjects.ts'
export { type ArtifactChunk, decodeArtifactChunk, encodeArtifactChunk, maxChunkBytes } from './wire/artifact.ts'
export {
  type AssignedRevision,
  type Assignment,
  type Digest,
  readAssignment,
  writeAssignment,
} from './wire/assignment.ts'
export type { CheckTexts, StepData } from './wire/check-texts.ts'
export {
  type CommittedCommand,
  type DiagnosticAnswer,
  type DnsCommand,
  type ForceCommand,
  type RequestHeartbeatCommand,
  type ResyncCommand,
  readCommand,
  readDiagnosticAnswer,
  type SensorCommand,
  type TracerouteCommand,
  type WireHop,
  writeCommand,
  writeDiagnosticAnswer,
} from './wire/command.ts'
export { readConfiguration, type StoredConfiguration } from './wire/configuration.ts'
export { WireError, wireVersion } from './wire/frame.ts'
export { countResultBytes, type PackedCheckReport, writePackedResults } from './wire/packed-results.ts'
export {
  type CheckReport,
  maxBatch,
  type ReadBatch,
  type ReceivedReport,
  type ResultBatch,
} from './wire/result-batch.ts'
export { writeResults } from './wire/result-columns.ts'
export { readResults } from './wire/results.ts'
export {
  decodeSensorHeartbeat,
  decodeSensorHeartbeatReply,
  encodeSensorHeartbeat,
  encodeSensorHeartbeatReply,
  type ReportedBrowser,
  type SensorHeartbeat,
  type SensorHeartbeatReply,
} from './wire/sensor-heartbeat.ts'
