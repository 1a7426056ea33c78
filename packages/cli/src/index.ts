export { customerCommands, customerGroups } from './commands/index.ts'
export {
  type AnyCommand,
  type CliCommand,
  CommandError,
  command,
  type ExitCode,
  exitCodes,
  type Invocation,
  type Options,
} from './frame/command.ts'
export type { CommandInput } from './frame/input.ts'
export type { CliLanguage, LocalizedText } from './frame/localized-text.ts'
export type { Output, OutputColumn } from './frame/output.ts'
export { runProcess } from './frame/process.ts'
export { type ProgramParts, runCli } from './frame/program.ts'
export { tryLockPath } from './frame/try-lock-path.ts'
export { verifyFiles, verifyFilesOptions } from './report-proof/verify-files.ts'
export { explainError } from './session/explain.ts'
