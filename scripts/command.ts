export { type CommandResult, runCommand } from '../packages/operate/src/engines/run-command.ts'
