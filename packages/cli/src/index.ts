export { customerCommands, customerGroups } from './commands/index.ts'
export {
  type AnyCommand,
  type Command,
  CommandError,
  command,
  type ExitCode,
  exitCodes,
  type Invocation,
  type Options,
} from './frame/command.ts'
export type { Input } from './frame/input.ts'
export type { Column, Output } from './frame/output.ts'
export { runProcess } from './frame/process.ts'
export { type ProgramParts, runProgram } from './frame/program.ts'
export type { Language, Words } from './frame/words.ts'
export { explainRefusal } from './session/explain.ts'
